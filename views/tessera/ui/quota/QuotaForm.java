package tessera.ui.quota;

import java.util.HashMap;
import java.util.Map;
import javafx.scene.Node;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.Snapshot;
import tessera.plan.intent.QuotaIntent.QuotaObjectState;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.quota.QuotaFacts;
import tessera.ui.change.ComputedForm;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;

/** Form for a namespace's resource quota: an existing one, or a new one. */
final class QuotaForm implements ComputedForm {

    private static final String COUNTED = "Written as requests.NAME, which is the only key of a device that the server counts. "
            + "An empty field is no limit. Where several quotas count the same, the lowest amount counts.";

    private final ObjectFields place;
    private final AmountFields amounts;
    private final Node node;
    private final FormResult result = new FormResult();

    private QuotaForm(ObjectFields place, Map<String, String> hard, Snapshot snapshot, AcceleratorCatalog accelerators,
            RequiredQuota enough) {
        this.place = place;
        amounts = new AmountFields(snapshot, accelerators, hard, this::updateProblem);
        amounts.fillIn(enough.amounts());
        node = place.addTo(new FormGrid(), "ResourceQuota",
                "Pods that run are never ended by a lower amount; further ones are refused.")
                .addQuestion("May take at most", amounts.node(),
                        COUNTED + requiredText(enough))
                .node();
        place.onChange(this::updateProblem);
        updateProblem();
    }

    /**
     * Creates the form of a new quota.
     *
     * @param where the namespace; may be empty
     * @param there what there is
     */
    static QuotaForm forNew(String where, ObjectFields.ExistingObjects there, Snapshot snapshot,
            AcceleratorCatalog accelerators) {
        return new QuotaForm(ObjectFields.forNew("quota", where, "gpus", there), Map.of(), snapshot,
                accelerators, RequiredQuota.UNKNOWN);
    }

    private static String requiredText(RequiredQuota enough) {
        return enough.amounts().isEmpty() ? ""
                : enough.pods() == 1 ? " What is proposed is enough for one more of what was refused."
                        : " What is proposed is enough for the %d pods that are lacking.".formatted(enough.pods());
    }

    /** @param enough what it would have to allow, as a proposal */
    static QuotaForm of(QuotaFacts quota, RequiredQuota enough, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new QuotaForm(ObjectFields.of("quota", quota.namespace(), quota.name()), hardAmounts(quota), snapshot,
                accelerators, enough);
    }

    private static Map<String, String> hardAmounts(QuotaFacts quota) {
        var hard = new HashMap<String, String>();
        quota.allowances().forEach(allowance -> hard.put(allowance.key().text(), allowance.hard()));
        return hard;
    }

    private void updateProblem() {
        var changes = amounts.changes();
        var missing = place.problemText("quota");
        var wrong = !missing.isEmpty() ? missing : changes.isEmpty() ? place.noAmountText() : amounts.problemText();
        result.set(wrong, () -> new SetQuota(place.namespace(), place.name(), changes)
                .withExpectedState(place.isFresh() ? QuotaObjectState.NEW : QuotaObjectState.THERE));
    }

    @Override
    public String title() {
        return place.isFresh() ? "Limit a namespace" : "Change a quota";
    }

    @Override
    public String subject() {
        return place.subjectText("a new quota");
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
        place.focusFirstOr(amounts::focusFirst);
    }
}
