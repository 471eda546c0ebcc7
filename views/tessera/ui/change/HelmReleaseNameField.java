package tessera.ui.change;

import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.ui.kit.TextLabelFactory;

/** Form field for the name and namespace of a new release. */
final class HelmReleaseNameField {

    private final TextField name = new TextField();
    private final TextField namespace = new TextField();
    private final ObservableValue<HelmReleaseNamespacedName> release = Bindings.createObjectBinding(
            () -> new HelmReleaseNamespacedName(name.getText().trim(), namespace.getText().trim()), name.textProperty(),
            namespace.textProperty());
    private final Node node;

    HelmReleaseNameField() {
        name.setId("release-name");
        name.setPromptText("for example amd-gpu-operator");
        namespace.setId("release-namespace");
        namespace.setPromptText("for example kube-amd-gpu");
        node = new VBox(12, TextLabelFactory.label("Release", "strong"), HelmChartSourceField.inThirds(
                HelmChartSourceField.question("Name", name, "By which helm list shows it."),
                HelmChartSourceField.question("Namespace", namespace,
                        "Where it is installed; made if it is not there."),
                new VBox()));
    }

    Node node() {
        return node;
    }

    ObservableValue<HelmReleaseNamespacedName> release() {
        return release;
    }

    void focus() {
        name.requestFocus();
    }
}
