package tessera.ui.quota;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import tessera.insight.Accelerators;
import tessera.model.Snapshot;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.quota.Quota;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;
import tessera.ui.kit.Texts;

/** How much a namespace may take: a quota that there is, or a new one. */
final class QuotaForm implements ResultForm {

    private static final String COUNTED = "Written as requests.NAME, which is the only key of a device that the server counts. "
            + "An empty field is no limit.";

    private final Optional<Quota> quota;
    private final TextField namespace;
    private final TextField name;
    private final AmountFields amounts;
    private final Node node;
    private final FormResult result = new FormResult();

    private QuotaForm(Optional<Quota> quota, String where, Snapshot snapshot, Accelerators accelerators) {
        this.quota = quota;
        namespace = new TextField(where);
        namespace.setId("quota-namespace");
        name = new TextField("gpus");
        name.setId("quota-name");
        amounts = new AmountFields(snapshot, accelerators, quota.map(QuotaForm::hard).orElse(Map.of()), this::look);
        var grid = new FormGrid();
        if (quota.isEmpty()) {
            grid.ask("Namespace", namespace, "One that is there already. For a new one, make a team.").ask("Name", name,
                    "Of the ResourceQuota. Where several count the same, the lowest amount counts.");
            namespace.textProperty().addListener((text, before, now) -> look());
            name.textProperty().addListener((text, before, now) -> look());
        } else {
            grid.ask("Quota", Texts.label(where + "/" + quota.get().name(), "mono"),
                    "Pods that run are never ended by a lower amount; further ones are refused.");
        }
        node = grid.ask("May take at most", amounts.node(), COUNTED).node();
        look();
    }

    /** @param where the namespace; may be empty */
    static QuotaForm fresh(String where, Snapshot snapshot, Accelerators accelerators) {
        return new QuotaForm(Optional.empty(), where, snapshot, accelerators);
    }

    static QuotaForm of(Quota quota, Snapshot snapshot, Accelerators accelerators) {
        return new QuotaForm(Optional.of(quota), quota.namespace(), snapshot, accelerators);
    }

    private static Map<String, String> hard(Quota quota) {
        var hard = new HashMap<String, String>();
        quota.allowances().forEach(each -> hard.put(each.key().text(), each.hard()));
        return hard;
    }

    private void look() {
        var where = namespace.getText().strip();
        var called = quota.map(Quota::name).orElseGet(() -> name.getText().strip());
        var changes = amounts.changes();
        var wrong = where.isEmpty() ? "Say which namespace"
                : called.isEmpty() ? "Say what the quota is called"
                        : changes.isEmpty() ? "Say how much of what" : amounts.complaint();
        result.set(wrong, () -> new SetQuota(where, called, changes));
    }

    @Override
    public String title() {
        return quota.isEmpty() ? "Limit a namespace" : "Change a quota";
    }

    @Override
    public String subject() {
        return quota.map(each -> each.namespace() + "/" + each.name()).orElse("a new quota");
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
        if (quota.isEmpty() && namespace.getText().isEmpty()) {
            namespace.requestFocus();
        } else {
            amounts.focus();
        }
    }
}
