package tessera.ui.quota;

import java.util.List;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import tessera.plan.intent.QuotaIntent.GuardPods;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;

/** Who may reach the pods of a namespace over the network. */
final class GuardForm implements ResultForm {

    private final TextField namespace;
    private final TextField name = new TextField("own-pods-only");
    private final TextField labels = new TextField();
    private final CheckBox own = new CheckBox("Pods of the same namespace");
    private final TextField from = new TextField();
    private final Node node;
    private final FormResult result = new FormResult();

    /** @param where the namespace; may be empty */
    GuardForm(String where) {
        namespace = new TextField(where);
        namespace.setId("guard-namespace");
        name.setId("guard-name");
        labels.setId("guard-labels");
        labels.setPromptText("every pod");
        from.setId("guard-from");
        from.setPromptText("monitoring, ingress");
        own.setId("guard-own");
        own.setSelected(true);
        node = new FormGrid().ask("Namespace", namespace, "").ask("Name", name, "Of the NetworkPolicy.")
                .ask("Pods", labels, "All of these labels they have, such as app=llm.")
                .ask("Let in", own, "").ask("Also let in", from,
                        "Other namespaces, such as the one of the Prometheus that reads these pods. Nobody else gets in.")
                .node();
        List.of(namespace, name, labels, from)
                .forEach(field -> field.textProperty().addListener((text, before, now) -> look()));
        own.selectedProperty().addListener((selected, before, now) -> look());
        look();
    }

    private void look() {
        var chosen = Labels.read(labels.getText());
        var wrong = namespace.getText().isBlank() ? "Say which namespace"
                : name.getText().isBlank() ? "Say what the policy is called"
                        : chosen.isEmpty() ? Labels.COMPLAINT : "";
        var others = List.of(from.getText().split("[,\\s]+", -1)).stream().filter(each -> !each.isEmpty()).toList();
        result.set(wrong, () -> new GuardPods(namespace.getText().strip(), name.getText().strip(),
                chosen.orElseGet(TreeMap::new), own.isSelected(), others));
    }

    @Override
    public String title() {
        return "Guard pods on the network";
    }

    @Override
    public String subject() {
        return "a network policy";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void focus() {
        (namespace.getText().isEmpty() ? namespace : name).requestFocus();
    }
}
