package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import tessera.cluster.helm.HelmReleaseAndChartReader;
import tessera.cluster.helm.HelmStepExecutor;
import tessera.cluster.http.ApiRequestReason;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.ObjectYamlWriter;
import tessera.cluster.object.SelfSubjectAccessReviewClient;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.context.FieldManagerReader;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepDryRunResult;
import tessera.plan.step.PlanStepExecutor;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;
import tessera.text.MessageCatalog;

/** Executes the steps of plans by requests to the API server. */
final class HttpPlanStepExecutor implements PlanStepExecutor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HttpPlanStepExecutor.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final int RENEWALS = 3;
    private static final Problem READ_ONLY = Problem.of(OperationProblemKind.READ_ONLY,
            new PlanExecutionReason.ChangeBlockedByReadOnlyMode());

    private final ApiObjectReader objects;
    private final SelfSubjectAccessReviewClient reviews;
    private final ClusterWriteClient writes;
    private final LongRunningStepExecutor waits;
    private final ProbePodRunner trials;
    private final HelmStepExecutor helm;
    private final Supplier<SessionAccessMode> mode;

    /**
     * Steps towards one cluster.
     *
     * @param mode what may be sent; for explanations only, as the gate decides
     */
    HttpPlanStepExecutor(ApiTransportSupplier transportSupplier, Supplier<SessionAccessMode> mode, Clock clock,
            HelmReleaseAndChartReader releases) {
        this.mode = mode;
        objects = new ApiObjectReader(transportSupplier);
        reviews = new SelfSubjectAccessReviewClient(transportSupplier);
        writes = new ClusterWriteClient(transportSupplier);
        waits = new LongRunningStepExecutor(transportSupplier, writes, clock);
        trials = new ProbePodRunner(transportSupplier, writes, clock);
        helm = new HelmStepExecutor(transportSupplier, mode, releases);
    }

    @Override
    public Optional<Problem> changeBlock() {
        if (mode.get() == SessionAccessMode.READ_ONLY) {
            return Optional.of(READ_ONLY);
        }
        return Optional.empty();
    }

    @Override
    public RequiredPermission.PermissionAnswer checkAccess(RequiredPermission permission)
            throws ProblemException, InterruptedException {
        return reviews.reviewAccess(permission);
    }

    @Override
    public PlanStepDryRunResult rehearse(PlanStep step) throws ProblemException, InterruptedException {
        if (step instanceof PlanStep.HelmStep(var _, var operation)) {
            var made = helm.rehearse(operation);
            new HelmChartObjectDryRun(writes, objects).checkObjects(made, operation.release().namespace());
            return made.dryRun();
        }
        var before = step instanceof PlanStep.CreateObjectStep || step instanceof PlanStep.ProbePodStep
                ? Optional.<JsonNode>empty()
                : readObject(step);
        var sent = sendRenewing(step, true);
        return switch (sent) {
            case ClusterWriteResult.AcceptedClusterWrite(var answer) -> acceptedDryRun(step, before, answer);
            case ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _) when problem
                    .kind() == OperationProblemKind.CONFLICT
                    && step instanceof PlanStep.ApplyObjectStep(var object, var body, var force) && !force -> {
                // What it would be if the fields were taken over is what one decides by.
                var dryRun = rehearse(new PlanStep.ApplyObjectStep(object, body, true));
                yield new PlanStepDryRunResult(dryRun.before(), dryRun.after(), List.of(problem.detail()));
            }
            case ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _) when problem
                    .kind() == OperationProblemKind.NOT_FOUND
                    && step instanceof PlanStep.ProbePodStep(var _, var body, var _) ->
                // Its namespace is made by a step before it.
                new PlanStepDryRunResult("", toYaml(parseJson(body, MESSAGES.text("read.plan"))), List.of());
            case ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _) ->
                throw new ProblemException(problem);
            case ClusterWriteResult.UnansweredClusterWrite(var problem) -> throw new ProblemException(problem);
        };
    }

    private Optional<JsonNode> readObject(PlanStep step) throws ProblemException, InterruptedException {
        try {
            return Optional.of(
                    objects.readJson(ApiPathBuilder.objectPath(step.object()), MESSAGES.text("read", step.object())));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND
                    && step instanceof PlanStep.ApplyObjectStep) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    /** Returns an object as YAML without the fields that the server manages, which a dry run invents. */
    private static String toYaml(JsonNode object) throws ProblemException {
        if (object.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("resourceVersion", "generation", "uid", "creationTimestamp"));
        }
        return ObjectYamlWriter.toYaml(object, false);
    }

    private static PlanStepDryRunResult acceptedDryRun(PlanStep step, Optional<JsonNode> before, JsonNode answer)
            throws ProblemException {
        return new PlanStepDryRunResult(
                before.isEmpty() ? "" : toYaml(JsonFieldOrderAligner.align(before.get(), before.get())),
                step instanceof PlanStep.DeleteObjectStep ? ""
                        : toYaml(JsonFieldOrderAligner.align(before.orElse(answer), answer)),
                List.of());
    }

    @Override
    public PlanStepOutcome execute(PlanStep step, RunningStepControl stepListener) throws InterruptedException {
        return switch (step) {
            case PlanStep.AwaitClusterStateStep awaitClusterState ->
                waits.awaitExpectation(awaitClusterState, stepListener);
            case PlanStep.EvictPodStep evict -> waits.evict(evict, stepListener);
            case PlanStep.HelmStep(var _, var operation) -> helm.execute(operation, stepListener);
            case PlanStep.ProbePodStep trial -> trials.runProbe(trial, stepListener);
            case PlanStep.EvictLatePodsStep _ -> throw new IllegalArgumentException(step.toString());
            case PlanStep.VerifyEmptyNamespaceStep verification -> checkOnceMore(verification);
            case PlanStep.PatchObjectStep _,PlanStep.ApplyObjectStep _,PlanStep.CreateObjectStep _,PlanStep.DeleteObjectStep _ ->
                switch (sendRenewing(step, false)) {
                    case ClusterWriteResult.AcceptedClusterWrite _ -> new PlanStepOutcome.StepSuccessOutcome("");
                    case ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _) ->
                        new PlanStepOutcome.StepFailureOutcome(problem);
                    case ClusterWriteResult.UnansweredClusterWrite(var problem) ->
                        new PlanStepOutcome.StepUnknownOutcome(problem);
                };
        };
    }

    private PlanStepOutcome checkOnceMore(PlanStep.VerifyEmptyNamespaceStep verification) throws InterruptedException {
        try {
            var content = new HttpReferencedObjectReader(objects).listContent(verification.kinds());
            return content.removalProblem(verification.object().name())
                    .<PlanStepOutcome>map(PlanStepOutcome.StepFailureOutcome::new)
                    .orElseGet(() -> new PlanStepOutcome.StepSuccessOutcome(""));
        } catch (ProblemException problemException) {
            return new PlanStepOutcome.StepFailureOutcome(problemException.problem());
        }
    }

    @Override
    public List<String> remainingEffects(PlanStep step, boolean done) throws InterruptedException {
        var left = new ArrayList<>(waits.leftovers(step, done));
        if (step instanceof PlanStep.HelmStep(var _, var operation) && !done) {
            left.addAll(helm.remainsOf(operation));
        }
        return left;
    }

    /** Sends a step; a patch again with a new resource version, where the object changed but not what the plan relied on. */
    private ClusterWriteResult sendRenewing(PlanStep step, boolean dry) throws InterruptedException {
        var sent = writes.sendStep(step, dry);
        for (int renewal = 0; renewal < RENEWALS && step instanceof PlanStep.PatchObjectStep patch
                && isConflict(sent); renewal++) {
            var renewed = renewPatch(patch);
            if (renewed.patch().isEmpty()) {
                return new ClusterWriteResult.RefusedClusterWrite(409,
                        Problem.of(OperationProblemKind.CONFLICT,
                                new PlanExecutionReason.ObjectChangedSincePreview(patch.object(), renewed.reason()))
                                .withRemedy(patch.conflictRemedy()),
                        null);
            }
            sent = writes.sendStep(renewed.patch().get(), dry);
        }
        return sent;
    }

    private static boolean isConflict(ClusterWriteResult sent) {
        return sent instanceof ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _)
                && problem.kind() == OperationProblemKind.CONFLICT;
    }

    /**
     * A patch renewed for the object as it is now.
     *
     * @param patch empty when what it relied on is no longer so
     * @param reason   what is otherwise, and who wrote it, to be read on; may be empty
     */
    private record PatchRebuiltAfterConflict(Optional<PlanStep.PatchObjectStep> patch, String reason) {

        static final PatchRebuiltAfterConflict NONE = new PatchRebuiltAfterConflict(Optional.empty(), "");
    }

    private PatchRebuiltAfterConflict renewPatch(PlanStep.PatchObjectStep patch) throws InterruptedException {
        try {
            var now = objects.readJson(ApiPathBuilder.objectPath(patch.object()),
                    MESSAGES.text("read", patch.object()));
            if (patch.preconditions().isEmpty() || !(JSON.readTree(patch.body()) instanceof ObjectNode body)) {
                return PatchRebuiltAfterConflict.NONE;
            }
            var other = new ArrayList<String>();
            for (var relied : patch.preconditions().entrySet()) {
                if (!nullIfEmpty(JSON.readTree(relied.getValue())).equals(nullIfEmpty(now.at(relied.getKey())))) {
                    other.add(relied.getKey());
                }
            }
            if (!other.isEmpty()) {
                return new PatchRebuiltAfterConflict(Optional.empty(), FieldManagerReader.changesText(now, other));
            }
            body.withObject("metadata").put("resourceVersion", now.path("metadata").path("resourceVersion").asText());
            return new PatchRebuiltAfterConflict(Optional.of(new PlanStep.PatchObjectStep(patch.object(),
                    patch.subresource(), patch.form(), body.toString(), patch.preconditions(), patch.conflictRemedy())),
                    "");
        } catch (ProblemException _) {
            return PatchRebuiltAfterConflict.NONE;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Treats an empty text as none, as many servers leave such fields out. */
    private static JsonNode nullIfEmpty(JsonNode value) {
        return value.isMissingNode() || (value.isTextual() && value.textValue().isEmpty()) ? JSON.nullNode() : value;
    }

    private static JsonNode parseJson(String text, String words) throws ProblemException {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new ProblemException(OperationProblemKind.GARBLED, new ApiRequestReason.ResponseNotJson(words), e);
        }
    }

    /**
     * Orders an object's fields like those of another, so that a line diff shows only real differences: servers may order answers differently.
     */
    private static final class JsonFieldOrderAligner {

        private JsonFieldOrderAligner() {}

        /** Aligns an object to a model; drops null fields, which the API treats as missing. */
        static JsonNode align(JsonNode model, JsonNode object) {
            return switch (object) {
                case ObjectNode fields -> alignObject(model, fields);
                case ArrayNode list -> alignArray(model, list);
                default -> object;
            };
        }

        private static JsonNode alignObject(JsonNode model, ObjectNode fields) {
            var ordered = fields.objectNode();
            model.fieldNames().forEachRemaining(name -> {
                if (fields.hasNonNull(name)) {
                    ordered.set(name, align(model.get(name), fields.get(name)));
                }
            });
            fields.properties().forEach(field -> {
                if (!field.getValue().isNull() && !ordered.has(field.getKey())) {
                    ordered.set(field.getKey(), align(field.getValue(), field.getValue()));
                }
            });
            return ordered;
        }

        private static JsonNode alignArray(JsonNode model, ArrayNode list) {
            var ordered = list.arrayNode();
            for (int i = 0; i < list.size(); i++) {
                ordered.add(align(counterpart(model, list.get(i), i), list.get(i)));
            }
            return ordered;
        }

        private static JsonNode counterpart(JsonNode model, JsonNode element, int index) {
            return findFirst(model, element::equals).or(() -> sameKeyElement(model, element, "name"))
                    .or(() -> sameKeyElement(model, element, "key")).orElseGet(() -> model.path(index));
        }

        private static Optional<JsonNode> sameKeyElement(JsonNode model, JsonNode element, String by) {
            return findFirst(model, each -> element.hasNonNull(by) && each.path(by).equals(element.get(by)));
        }

        private static Optional<JsonNode> findFirst(JsonNode model, Predicate<JsonNode> such) {
            return StreamSupport.stream(model.spliterator(), false).filter(such).findFirst();
        }
    }
}
