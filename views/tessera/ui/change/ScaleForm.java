package tessera.ui.change;

import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.model.ObjectRef;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.WorkloadChangeIntent;

/** Form for the replica count of a workload. */
final class ScaleForm implements ChangeIntentForm {

    private final ObjectRef object;
    private final TextField replicas;
    private final Node node;
    private final ObservableValue<Optional<ChangeIntent>> intent;
    private final ObservableValue<String> validationMessage;

    /** @param seen how many of its pods, or groups of pods, are seen now */
    ScaleForm(ObjectRef object, int seen) {
        this.object = object;
        replicas = new TextField(Integer.toString(seen));
        replicas.setId("scale-replicas");
        replicas.setMaxWidth(120);
        boolean groups = object.kind().equals("LeaderWorkerSet");
        node = new FormFieldGrid().addQuestion(groups ? "Groups of pods" : "Pods", replicas,
                "Fewer: the cluster ends those that are too many. More: those there is no room for wait. 0 ends them all and keeps the "
                        + object.kind() + ".")
                .node();
        validationMessage = replicas.textProperty().map(text -> replicasProblemText(text, groups));
        intent = Bindings.createObjectBinding(() -> validationMessage.getValue().isEmpty()
                ? Optional
                        .of(new WorkloadChangeIntent.ScaleWorkloadIntent(object,
                                Integer.parseInt(replicas.getText().trim()),
                                WorkloadChangeIntent.USUAL_PATIENCE))
                : Optional.empty(), replicas.textProperty());
    }

    private static String replicasProblemText(String text, boolean groups) {
        if (text.trim().matches("[0-9]{1,5}")) {
            return "";
        }
        return "A number of %s, such as 4".formatted(groups ? "groups" : "pods");
    }

    @Override
    public String title() {
        return "Scale a " + object.kind();
    }

    @Override
    public String subjectText() {
        return object.namespace() + "/" + object.name();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ObservableValue<Optional<ChangeIntent>> intent() {
        return intent;
    }

    @Override
    public ObservableValue<String> problemProperty() {
        return validationMessage;
    }

    @Override
    public void focus() {
        replicas.requestFocus();
        replicas.selectAll();
    }
}
