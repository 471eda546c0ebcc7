package tessera.plan.workload;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.lint.source.ManifestJsonConverter;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.FieldManagerReader;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.MergePatch;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * Plans an edit: sends only what the user changed, and only if that is still as it was read.
 */
public final class ObjectEditPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ObjectEditPlanner.class);
    private static final YAMLMapper YAML = new YAMLMapper();
    /** Files of one's own do not say it. */
    private static final String UID = "/metadata/uid";
    private static final String VERSION = "/metadata/resourceVersion";
    private static final List<String> IDENTITY = List.of("/apiVersion", "/kind", "/metadata/name",
            "/metadata/namespace", UID);
    /** What the server keeps account of itself. */
    private static final List<String> ITS_OWN = List.of("resourceVersion", "generation", "managedFields",
            "creationTimestamp", "selfLink");
    /** Annotations in which controllers keep account of their own work. */
    private static final List<String> CONTROLLERS = List.of("deployment.kubernetes.io/revision",
            "deployment.kubernetes.io/revision-history", "deployment.kubernetes.io/desired-replicas",
            "deployment.kubernetes.io/max-replicas", "deprecated.daemonset.template.generation",
            "pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller",
            "pv.kubernetes.io/provisioned-by", "volume.kubernetes.io/storage-provisioner",
            "volume.kubernetes.io/selected-node", "control-plane.alpha.kubernetes.io/leader");
    private static final String ANNOTATIONS = "/metadata/annotations";
    private static final List<String> SECRETS = List.of("data", "stringData");

    private ObjectEditPlanner() {}

    /**
     * Plans an edit.
     *
     * @param live the object with who wrote which field; missing where it could not be read
     */
    public static ChangePlan plan(EditObjectIntent intent, JsonNode live) {
        ObjectNode before;
        ObjectNode after;
        String former;
        try {
            before = readObject(intent.before());
            after = readObject(intent.after());
            former = unversionedText(intent.before());
        } catch (ProblemException unread) {
            return refusedPlan(intent,
                    Problem.of(OperationProblemKind.INVALID, new ObjectEditRefusal.EditedTextMalformed())
                            .withDetail(unread.problem().detail()));
        }
        var other = IDENTITY.stream().filter(part -> !before.at(part).equals(after.at(part))
                && !(part.equals(UID) && after.at(part).isMissingNode())).findFirst();
        if (isReplaced(before, live) || other.filter(UID::equals).isPresent()) {
            return refusedPlan(intent, Problem.of(OperationProblemKind.CONFLICT,
                    new ObjectEditRefusal.EditedObjectReplaced(intent.object().toString())));
        }
        if (other.isPresent()) {
            return refusedPlan(intent,
                    Problem.of(OperationProblemKind.INVALID, new ObjectEditRefusal.EditChangesIdentity(
                            other.get().substring(other.get().lastIndexOf('/') + 1))));
        }
        return contentProblem(before, after).map(problem -> refusedPlan(intent, problem))
                .orElseGet(() -> planEdit(intent, new EditedObjectVersions(before, after, former),
                        ConcurrentChangeDetector.of(before, after, live)));
    }

    /** Returns why what is left out, or is secret, cannot be written so. */
    private static Optional<Problem> contentProblem(ObjectNode before, ObjectNode after) {
        var missing = before.properties().stream().map(Map.Entry::getKey)
                .filter(part -> !part.equals("status") && !after.has(part)).findFirst();
        if (missing.isPresent()) {
            return Optional.of(Problem.of(OperationProblemKind.INVALID,
                    new ObjectEditRefusal.EditDropsSection(missing.get(), missing.get() + ": {}")));
        }
        if (before.path("kind").asText().equals("Secret")
                && SECRETS.stream().anyMatch(part -> !before.path(part).equals(after.path(part)))) {
            return Optional.of(Problem.of(OperationProblemKind.INVALID, new ObjectEditRefusal.SecretDataHidden()));
        }
        return Optional.empty();
    }

    private static boolean isReplaced(JsonNode before, JsonNode live) {
        return before.at(UID).isTextual() && live.at(UID).isTextual() && !before.at(UID).equals(live.at(UID));
    }

    /**
     * An object before and after an edit.
     *
     * @param undoText the object before the edit, as text for the undoing edit
     */
    private record EditedObjectVersions(ObjectNode before, ObjectNode after, String undoText) {}

    private static ChangePlan planEdit(EditObjectIntent intent, EditedObjectVersions texts,
            ConcurrentChangeDetector since) {
        var before = texts.before();
        var after = texts.after();
        var version = before.at(VERSION);
        var warnings = warnings(intent, before, after);
        List.of(before, after).forEach(ObjectEditPlanner::removeServerFields);
        var changes = MergePatch.between(before, after);
        var body = changes.body();
        if (body.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, warnings, List.of(), "");
        }
        var against = since.findConflicts(intent, changes.preconditions().keySet());
        if (!against.isEmpty()) {
            return refusedPlan(intent, against.getFirst());
        }
        if (!version.isMissingNode() && !intent.force()) {
            body.withObject("metadata").set("resourceVersion", version);
        }
        var patch = new PlanStep.PatchObjectStep(intent.object(), "", ObjectPatchFormat.MERGE, body.toString(),
                intent.force() ? Map.of() : changes.preconditions(), MESSAGES.text("edit.overwrite"));
        var lasting = new IrreversibleChangeDetector(before, after).findIrreversible();
        lasting.ifPresent(change -> warnings.add(new ObjectEditWarning.IrreversibleEdit(change)));
        var overwritten = intent.force() ? since.changedByOthersText(before, after, changes.preconditions().keySet())
                : List.<String>of();
        overwritten.forEach(field -> warnings.add(new ObjectEditWarning.OverwritesField(field)));
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(
                new PlanStepWithUndo(patch, intent.summaryText(), MESSAGES.text("step.edited", intent.object().name()),
                        Optional.<ChangeIntent>of(undoIntent(intent, texts,
                                since.valuesBeforeOverwrite(before, changes.preconditions().keySet())))
                                .filter(_ -> lasting.isEmpty())));
        if (WorkloadKind.of(intent.object()).filter(WorkloadKind::canRestart).isPresent()
                && body.at("/spec/template").isObject()) {
            rolloutStep(intent, after, warnings).ifPresent(steps::add);
        }
        return new ChangePlan(intent, steps, List.of(patch.commandLine()), PlanEffects.NONE, warnings, List.of(),
                overwritten.isEmpty() ? "" : intent.object().name());
    }

    /** Removes the fields that nobody edits. */
    private static void removeServerFields(ObjectNode object) {
        object.remove("status");
        if (object.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(ITS_OWN);
            metadata.remove("uid");
            if (metadata.path("annotations") instanceof ObjectNode annotations) {
                annotations.remove(CONTROLLERS);
            }
        }
    }

    /** @param overwritten how the object is by now in the fields that are changed */
    private static EditObjectIntent undoIntent(EditObjectIntent intent, EditedObjectVersions texts,
            ObjectNode overwritten) {
        return new EditObjectIntent(intent.object(), /* before= */ intent.after(),
                /* after= */ intent.force() ? overwritten.toPrettyString() : texts.undoText());
    }

    private static List<Reason> warnings(EditObjectIntent intent, ObjectNode before, ObjectNode after) {
        var warnings = new ArrayList<Reason>();
        if (after.has("status") && !before.path("status").equals(after.path("status"))) {
            warnings.add(new ObjectEditWarning.StatusEditIgnored());
        }
        CONTROLLERS.stream()
                .filter(name -> !before.at(ANNOTATIONS).path(name).equals(after.at(ANNOTATIONS).path(name))
                        && after.at(ANNOTATIONS).has(name))
                .forEach(name -> warnings.add(new ObjectEditWarning.AnnotationEditIgnored(name)));
        if (intent.force()) {
            warnings.add(new ObjectEditWarning.OverwritesConcurrentChanges());
        }
        return warnings;
    }

    /** Returns the wait for the rollout if the pod template changes, unless the object defers it. */
    private static Optional<PlanStepWithUndo> rolloutStep(EditObjectIntent intent, JsonNode after,
            List<Reason> warnings) {
        if (after.at("/spec/paused").asBoolean()) {
            warnings.add(new ObjectEditWarning.PausedRolloutKeepsPods());
            return Optional.empty();
        }
        if (after.at("/spec/updateStrategy/type").asText().equals("OnDelete")) {
            warnings.add(new WorkloadChangeWarning.PodsReplacedOnDelete());
            return Optional.empty();
        }
        warnings.add(new ObjectEditWarning.TemplateEditReplacesPods());
        return Optional.of(PlanStepWithUndo.temporaryStep(new PlanStep.AwaitClusterStateStep(intent.object(),
                new ExpectedClusterState.RolloutCompletionExpectation(true), WorkloadChangeIntent.USUAL_PATIENCE),
                MESSAGES.text("step.rollout")));
    }

    /** Returns the text without its resource version, as an undo applies to any version. */
    private static String unversionedText(String text) throws ProblemException {
        var object = readObject(text);
        if (!(object.path("metadata") instanceof ObjectNode metadata) || metadata.remove("resourceVersion") == null) {
            return text;
        }
        try {
            return YAML.writeValueAsString(object);
        } catch (JsonProcessingException never) {
            throw new IllegalStateException("unwritable tree", never);
        }
    }

    /** Parses an object; empty if the text is none. */
    static Optional<JsonNode> parseObject(String text) {
        try {
            return Optional.of(readObject(text));
        } catch (ProblemException _) {
            return Optional.empty();
        }
    }

    private static ObjectNode readObject(String text) throws ProblemException {
        if (ManifestJsonConverter.parseSingleDocument(text) instanceof ObjectNode object) {
            return object;
        }
        return JsonNodeFactory.instance.objectNode();
    }

    private static ChangePlan refusedPlan(EditObjectIntent intent, Problem problem) {
        return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(problem), "");
    }

    /**
     * Detects concurrent changes of an object since an edited file's resource version. Pure.
     *
     * @param writtenVersion  the version that the file names
     * @param currentVersion      the version that the object is of
     * @param sameSpec whether its spec is the one that the file was written from
     * @param recordedFields who wrote which field, as the file tells; missing where it does not
     * @param live     the object with who wrote which field; missing where it could not be read
     */
    private record ConcurrentChangeDetector(JsonNode writtenVersion, JsonNode currentVersion, boolean sameSpec,
            JsonNode recordedFields, JsonNode live) {

        private static final String GENERATION = "/metadata/generation";

        /** Compares a file with the live object. */
        static ConcurrentChangeDetector of(ObjectNode before, ObjectNode after, JsonNode live) {
            return new ConcurrentChangeDetector(after.at("/metadata/resourceVersion"),
                    before.at("/metadata/resourceVersion"),
                    before.at(GENERATION).isNumber() && before.at(GENERATION).equals(after.at(GENERATION)),
                    after.at("/metadata/managedFields"), live);
        }

        /** Returns why the differences cannot be sent, as others may have changed the fields; empty if nobody did. */
        List<Problem> findConflicts(EditObjectIntent intent, Collection<String> differing) {
            if (!writtenVersion.isTextual() || !currentVersion.isTextual() || writtenVersion.equals(currentVersion)
                    || intent.force()) {
                return List.of();
            }
            var fields = differing.stream().filter(this::maybeChanged).toList();
            if (fields.isEmpty()) {
                return List.of();
            }
            return List.of(Problem
                    .of(OperationProblemKind.CONFLICT,
                            new ObjectEditRefusal.EditOutdated(intent.object().toString(),
                                    fields.stream().map(field -> FieldManagerReader.lastWriteText(live, field))
                                            .toList()))
                    .withDetail(MESSAGES.text("edit.versions", currentVersion.asText(), writtenVersion.asText())));
        }

        private boolean maybeChanged(String pointer) {
            if (sameSpec && pointer.startsWith("/spec")) {
                return false;
            }
            if (!recordedFields.isArray() || !live.at("/metadata/managedFields").isArray()) {
                return true;
            }
            var before = new HashSet<>(FieldManagerReader.managedEntries(recordedFields, pointer));
            return !before.equals(
                    new HashSet<>(FieldManagerReader.managedEntries(live.at("/metadata/managedFields"), pointer)));
        }

        /**
         * Returns the fields that others changed since, with the writer as far as recorded, e.g.
         * {@code spec.replicas (set by hpa at …)}.
         */
        List<String> changedByOthersText(ObjectNode before, ObjectNode after, Collection<String> fields) {
            return fields.stream()
                    .filter(field -> live.isObject() && !isSameValue(before.at(field), live.at(field))
                            && !isSameValue(after.at(field), live.at(field)))
                    .map(field -> FieldManagerReader.lastWriteText(live, field)).toList();
        }

        /** Returns whether two values are equal, with an empty text equal to none. */
        private static boolean isSameValue(JsonNode one, JsonNode other) {
            return one.equals(other) || (one.asText("").isEmpty() && other.asText("").isEmpty()
                    && !one.isContainerNode() && !other.isContainerNode());
        }

        /** Returns the object before these fields were overwritten, with the values of others. */
        ObjectNode valuesBeforeOverwrite(ObjectNode before, Collection<String> fields) {
            var former = before.deepCopy();
            for (var field : live.isObject() ? fields : List.<String>of()) {
                var place = JsonPointer.compile(field);
                var parent = former.withObject(place.head());
                var name = place.last().getMatchingProperty();
                if (live.at(place).isMissingNode()) {
                    parent.remove(name);
                } else {
                    parent.set(name, live.at(place));
                }
            }
            return former;
        }
    }
}
