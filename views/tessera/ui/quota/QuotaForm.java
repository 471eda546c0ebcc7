package tessera.ui.quota;

import java.util.HashMap;
import java.util.Map;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;
import tessera.quota.ResourceQuotaSummary;
import tessera.text.MessageCatalog;
import tessera.ui.change.FormFieldGrid;

/** Form for a namespace's resource quota: an existing one, or a new one. */
final class QuotaForm extends NamespacePolicyForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaForm.class);
    private static final String KIND = "ResourceQuota";

    private final QuotaAmountFields amounts;

    private QuotaForm(NamespaceAndNameInputFields nameFields, Map<String, String> hard, ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators, RequiredQuota enough) {
        super(MESSAGES.text(nameFields.isFresh() ? "quota.titleNew" : "quota.edit"), nameFields, KIND,
                MESSAGES.text("quota.new"));
        amounts = new QuotaAmountFields(clusterSnapshot, accelerators, hard, this::evaluate);
        amounts.fillIn(enough.amounts());
        begin(nameFields.addTo(new FormFieldGrid(), KIND, MESSAGES.text("quota.scope")).addQuestion(
                MESSAGES.text("quota.hard"), amounts.node(), MESSAGES.text("quota.help") + requiredText(enough)));
    }

    /**
     * Creates the form of a new quota.
     *
     * @param where the namespace; may be empty
     * @param existingObjects what there is
     */
    static QuotaForm forNew(String where, NamespaceAndNameInputFields.ExistingObjectsAndNamespaces existingObjects,
            ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        return new QuotaForm(NamespaceAndNameInputFields.forNew("quota", where, "gpus", existingObjects), Map.of(),
                clusterSnapshot, accelerators, RequiredQuota.UNKNOWN);
    }

    private static String requiredText(RequiredQuota enough) {
        if (enough.amounts().isEmpty()) {
            return "";
        }
        if (enough.pods() == 1) {
            return MESSAGES.text("quota.enoughForOne");
        }
        return MESSAGES.text("quota.enough", enough.pods());
    }

    /** @param enough what it would have to allow, as a proposal */
    static QuotaForm of(ResourceQuotaSummary quota, RequiredQuota enough, ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) {
        return new QuotaForm(NamespaceAndNameInputFields.of("quota", quota.namespace(), quota.name()),
                hardAmounts(quota), clusterSnapshot, accelerators, enough);
    }

    private static Map<String, String> hardAmounts(ResourceQuotaSummary quota) {
        var hard = new HashMap<String, String>();
        quota.allowances().forEach(usage -> hard.put(usage.key().text(), usage.hard()));
        return hard;
    }

    @Override
    String answerProblem() {
        return amounts.changes().isEmpty() ? object().noAmountText() : amounts.problemText();
    }

    @Override
    ChangeIntent readIntent() {
        return new SetQuotaIntent(object().namespace(), object().name(), amounts.changes())
                .withExpectedState(object().existence());
    }

    @Override
    void focusFirst() {
        amounts.focusFirst();
    }
}
