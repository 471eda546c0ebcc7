package tessera.plan.workload;

import java.util.List;
import tessera.text.Reason;

/** A warning about an edit of an object. */
sealed interface ObjectEditWarning extends Reason {

    record IrreversibleEdit(IrreversibleChange change) implements ObjectEditWarning {}

    record OverwritesField(String field) implements ObjectEditWarning {}

    record OverwritesConcurrentChanges() implements ObjectEditWarning {}

    record StatusEditIgnored() implements ObjectEditWarning {}

    record AnnotationEditIgnored(String annotation) implements ObjectEditWarning {}

    record PausedRolloutKeepsPods() implements ObjectEditWarning {}

    record TemplateEditReplacesPods() implements ObjectEditWarning {}

    record EffectOnPodsUnknown(Reason problem) implements ObjectEditWarning {}

    record FieldManagersUnknown(Reason problem) implements ObjectEditWarning {}

    /** A lint finding that the edit introduces. */
    record EditBreaksRule(String finding, String rule, int line) implements ObjectEditWarning {}

    record ManagerMayRevert(String manager, List<String> fields) implements ObjectEditWarning {}

    record EditOrphansPod(String kind, String name) implements ObjectEditWarning {}

    record OrphanCheckFailed(String kind, String name, Reason problem) implements ObjectEditWarning {}

    record ReferencesUnchecked(Reason problem) implements ObjectEditWarning {}
}
