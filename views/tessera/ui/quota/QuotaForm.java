package tessera.ui.quota;

import java.util.HashMap;
import java.util.Map;
import javafx.scene.Node;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.Snapshot;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.quota.QuotaFacts;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;

/** How much a namespace may take: a quota that there is, or a new one. */
final class QuotaForm implements ResultForm {

    private static final String COUNTED = "Written as requests.NAME, which is the only key of a device that the server counts. "
            + "An empty field is no limit. Where several quotas count the same, the lowest amount counts.";

    private final ObjectFields place;
    private final AmountFields amounts;
    private final Node node;
    private final FormResult result = new FormResult();

    private QuotaForm(ObjectFields place, Map<String, String> hard, Snapshot snapshot, AcceleratorCatalog accelerators,
            RequiredQuota enough) {
        this.place = place;
        amounts = new AmountFields(snapshot, accelerators, hard, this::look);
        amounts.propose(enough.amounts());
        node = place.ask(new FormGrid(), "ResourceQuota",
                "Pods that run are never ended by a lower amount; further ones are refused.")
                .ask("May take at most", amounts.node(),
                        COUNTED + words(enough))
                .node();
        place.onChange(this::look);
        look();
    }

    /**
     * Of a new one.
     *
     * @param where the namespace; may be empty
     * @param there what there is
     */
    static QuotaForm fresh(String where, ObjectFields.There there, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new QuotaForm(ObjectFields.fresh("quota", where, "gpus", there), Map.of(), snapshot,
                accelerators, RequiredQuota.UNKNOWN);
    }

    private static String words(RequiredQuota enough) {
        return enough.amounts().isEmpty() ? ""
                : enough.pods() == 1 ? " What is proposed is enough for one more of what was refused."
                        : " What is proposed is enough for the %d pods that are lacking.".formatted(enough.pods());
    }

    /** @param enough what it would have to allow, as a proposal */
    static QuotaForm of(QuotaFacts quota, RequiredQuota enough, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new QuotaForm(ObjectFields.of("quota", quota.namespace(), quota.name()), hard(quota), snapshot,
                accelerators, enough);
    }

    private static Map<String, String> hard(QuotaFacts quota) {
        var hard = new HashMap<String, String>();
        quota.allowances().forEach(each -> hard.put(each.key().text(), each.hard()));
        return hard;
    }

    private void look() {
        var changes = amounts.changes();
        var missing = place.complaint("quota");
        var wrong = !missing.isEmpty() ? missing : changes.isEmpty() ? place.unanswered() : amounts.complaint();
        result.set(wrong, () -> new SetQuota(place.namespace(), place.name(), changes)
                .aimed(place.isFresh() ? Aim.NEW : Aim.THERE));
    }

    @Override
    public String title() {
        return place.isFresh() ? "Limit a namespace" : "Change a quota";
    }

    @Override
    public String subject() {
        return place.subject("a new quota");
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
        place.focusOr(amounts::focus);
    }
}
