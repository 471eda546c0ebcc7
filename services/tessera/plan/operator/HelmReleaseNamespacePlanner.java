package tessera.plan.operator;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;

/** The namespace of a release, which for a GPU stack must admit privileged pods. */
final class HelmReleaseNamespacePlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseNamespacePlanner.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
    private static final String PRIVILEGED = "privileged";

    private HelmReleaseNamespacePlanner() {}

    /**
     * Returns the step that creates or labels the namespace so that it admits the pods; empty if it does already.
     *
     * @param labels   of the namespace; empty where there is none
     * @param stranger whether the release is not of the GPU operator: only of that it is known that its pods are privileged
     * @param labelled whether the operator labels it itself
     */
    static Optional<PlanStepWithUndo> prepareStep(HelmReleaseNamespacedName name, Optional<Map<String, String>> labels,
            boolean stranger, boolean labelled) {
        if (labels.isEmpty()) {
            return Optional.of(createStep(name, stranger));
        }
        if (stranger || labelled || labels.get().getOrDefault(ENFORCE, PRIVILEGED).equals(PRIVILEGED)) {
            return Optional.empty();
        }
        var body = JSON.createObjectNode();
        body.putObject("metadata").putObject("labels").put(ENFORCE, PRIVILEGED);
        return Optional.of(new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(namespaceRef(name), "", PlanStep.ObjectPatchFormat.MERGE, body.toString(),
                        Map.of()),
                MESSAGES.text("namespace.admit", name.namespace()), MESSAGES.text("namespace.admits", name.namespace()),
                Optional.empty()));
    }

    private static PlanStepWithUndo createStep(HelmReleaseNamespacedName name, boolean stranger) {
        var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
        var metadata = body.putObject("metadata").put("name", name.namespace());
        if (!stranger) {
            metadata.putObject("labels").put(ENFORCE, PRIVILEGED);
        }
        return new PlanStepWithUndo(new PlanStep.CreateObjectStep(namespaceRef(name), body.toString()),
                MESSAGES.text(stranger ? "namespace.create" : "namespace.create.privileged", name.namespace()),
                MESSAGES.text("namespace.created", name.namespace()), Optional.empty());
    }

    /** Returns which pods the namespace may reject. */
    static Optional<HelmReleaseWarning> admissionWarning(HelmReleaseNamespacedName name,
            Optional<Map<String, String>> labels) {
        return labels.map(each -> each.getOrDefault(ENFORCE, PRIVILEGED)).filter(level -> !level.equals(PRIVILEGED))
                .map(level -> new HelmReleaseWarning.RestrictedNamespace(name.namespace(), level));
    }

    private static ObjectRef namespaceRef(HelmReleaseNamespacedName name) {
        return new ObjectRef("v1", "Namespace", "namespaces", "", name.namespace());
    }
}
