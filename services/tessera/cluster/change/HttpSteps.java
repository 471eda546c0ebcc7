package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.cluster.helm.HelmReleases;
import tessera.cluster.helm.HelmSteps;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.AccessReviews;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.cluster.object.ObjectYaml;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.FieldOwner;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepAccess;
import tessera.plan.step.StepDryRun;
import tessera.plan.step.StepExecutor;
import tessera.plan.step.StepListener;
import tessera.plan.step.StepOutcome;

/** Executes the steps of plans by requests to the API server. */
final class HttpSteps implements StepExecutor {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int RENEWALS = 3;
    private static final Problem READ_ONLY = new Problem(ProblemKind.READ_ONLY, "Read-only mode changes nothing", "",
            "Leave read-only mode to change the cluster.");

    private final ObjectLists objects;
    private final AccessReviews reviews;
    private final WriteClient writes;
    private final SlowStepExecutor waits;
    private final ProbePodRunner trials;
    private final HelmSteps helm;
    private final Supplier<SessionAccessMode> mode;

    /**
     * Steps towards one cluster.
     *
     * @param mode what may be sent; for explanations only, as the gate decides
     */
    HttpSteps(ServerRoute route, Supplier<SessionAccessMode> mode, Clock clock, HelmReleases releases) {
        this.mode = mode;
        objects = new ObjectLists(route);
        reviews = new AccessReviews(route);
        writes = new WriteClient(route);
        waits = new SlowStepExecutor(route, writes, clock);
        trials = new ProbePodRunner(route, writes, clock);
        helm = new HelmSteps(route, mode, releases);
    }

    @Override
    public Optional<Problem> changeBlock() {
        return mode.get() == SessionAccessMode.READ_ONLY ? Optional.of(READ_ONLY) : Optional.empty();
    }

    @Override
    public StepAccess.AccessAnswer checkAccess(StepAccess access) throws Failure, InterruptedException {
        return reviews.reviewAccess(access);
    }

    @Override
    public StepDryRun rehearse(PlanStep step) throws Failure, InterruptedException {
        if (step instanceof PlanStep.HelmStep(var _, var operation)) {
            var made = helm.rehearse(operation);
            new ReleaseRehearsal(writes, objects).checkObjects(made, operation.release().namespace());
            return made.dryRun();
        }
        var before = step instanceof PlanStep.Create || step instanceof PlanStep.RunProbePod
                ? Optional.<JsonNode>empty()
                : readObject(step);
        var sent = sendRenewing(step, true);
        return switch (sent) {
            case WriteResult.WriteAccepted(var answer) -> new StepDryRun(
                    before.isEmpty() ? "" : toYaml(KeyOrderAligner.align(before.get(), before.get())),
                    step instanceof PlanStep.Delete ? "" : toYaml(KeyOrderAligner.align(before.orElse(answer), answer)),
                    List.of());
            case WriteResult.WriteRefused(var _, var problem, var _) when problem.kind() == ProblemKind.CONFLICT
                    && step instanceof PlanStep.Apply(var object, var body, var force) && !force -> {
                // What it would be if the fields were taken over is what one decides by.
                var taken = rehearse(new PlanStep.Apply(object, body, true));
                yield new StepDryRun(taken.before(), taken.after(), List.of(problem.detail()));
            }
            case WriteResult.WriteRefused(var _, var problem, var _) when problem.kind() == ProblemKind.NOT_FOUND
                    && step instanceof PlanStep.RunProbePod(var _, var body, var _) ->
                // Its namespace is made by a step before it.
                new StepDryRun("", toYaml(parseJson(body, "read what was planned")), List.of());
            case WriteResult.WriteRefused(var _, var problem, var _) -> throw new Failure(problem);
            case WriteResult.WriteUnanswered(var problem) -> throw new Failure(problem);
        };
    }

    private Optional<JsonNode> readObject(PlanStep step) throws Failure, InterruptedException {
        try {
            return Optional.of(objects.readJson(ApiPaths.objectPath(step.object()), "read " + step.object()));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND && step instanceof PlanStep.Apply) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /** Returns an object as YAML without the fields that the server manages, which a dry run invents. */
    private static String toYaml(JsonNode object) throws Failure {
        if (object.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("resourceVersion", "generation", "uid", "creationTimestamp"));
        }
        return ObjectYaml.toYaml(object, false);
    }

    @Override
    public StepOutcome execute(PlanStep step, StepListener attendant) throws InterruptedException {
        return switch (step) {
            case PlanStep.Await await -> waits.awaitExpectation(await, attendant);
            case PlanStep.Evict evict -> waits.evict(evict, attendant);
            case PlanStep.HelmStep(var _, var operation) -> helm.execute(operation, attendant);
            case PlanStep.RunProbePod trial -> trials.runProbe(trial, attendant);
            case PlanStep.EvictLatePods _ -> throw new IllegalArgumentException("who plans finds out who came");
            case PlanStep.VerifyEmptyNamespace look -> checkOnceMore(look);
            case PlanStep.Patch _,PlanStep.Apply _,PlanStep.Create _,PlanStep.Delete _ ->
                switch (sendRenewing(step, false)) {
                    case WriteResult.WriteAccepted _ -> new StepOutcome.StepDone("");
                    case WriteResult.WriteRefused(var _, var problem, var _) -> new StepOutcome.StepFailed(problem);
                    case WriteResult.WriteUnanswered(var problem) -> new StepOutcome.StepUnknown(problem);
                };
        };
    }

    private StepOutcome checkOnceMore(PlanStep.VerifyEmptyNamespace look) throws InterruptedException {
        try {
            var content = new HttpManifests(objects).listContent(look.kinds());
            return content.removalProblem(look.object().name()).<StepOutcome>map(StepOutcome.StepFailed::new)
                    .orElseGet(() -> new StepOutcome.StepDone(""));
        } catch (Failure failure) {
            return new StepOutcome.StepFailed(failure.problem());
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
    private WriteResult sendRenewing(PlanStep step, boolean dry) throws InterruptedException {
        var sent = writes.sendStep(step, dry);
        for (int renewal = 0; renewal < RENEWALS && step instanceof PlanStep.Patch patch
                && isConflict(sent); renewal++) {
            var renewed = renewPatch(patch);
            if (renewed.patch().isEmpty()) {
                return new WriteResult.WriteRefused(409, new Problem(ProblemKind.CONFLICT,
                        patch.object() + " was changed meanwhile" + renewed.reason(), "",
                        patch.conflictRemedy()), null);
            }
            sent = writes.sendStep(renewed.patch().get(), dry);
        }
        return sent;
    }

    private static boolean isConflict(WriteResult sent) {
        return sent instanceof WriteResult.WriteRefused(var _, var problem, var _)
                && problem.kind() == ProblemKind.CONFLICT;
    }

    /**
     * A patch renewed for the object as it is now.
     *
     * @param patch empty when what it relied on is no longer so
     * @param reason   what is otherwise, and who wrote it, to be read on; may be empty
     */
    private record Renewal(Optional<PlanStep.Patch> patch, String reason) {

        static final Renewal NONE = new Renewal(Optional.empty(), "");
    }

    private Renewal renewPatch(PlanStep.Patch patch) throws InterruptedException {
        try {
            var now = objects.readJson(ApiPaths.objectPath(patch.object()), "read " + patch.object());
            if (patch.preconditions().isEmpty() || !(JSON.readTree(patch.body()) instanceof ObjectNode body)) {
                return Renewal.NONE;
            }
            var other = new ArrayList<String>();
            for (var relied : patch.preconditions().entrySet()) {
                if (!nullIfEmpty(JSON.readTree(relied.getValue())).equals(nullIfEmpty(now.at(relied.getKey())))) {
                    other.add(relied.getKey());
                }
            }
            if (!other.isEmpty()) {
                return new Renewal(Optional.empty(), FieldOwner.changesText(now, other));
            }
            body.withObject("metadata").put("resourceVersion", now.path("metadata").path("resourceVersion").asText());
            return new Renewal(Optional.of(new PlanStep.Patch(patch.object(), patch.subresource(), patch.form(),
                    body.toString(), patch.preconditions(), patch.conflictRemedy())), "");
        } catch (Failure _) {
            return Renewal.NONE;
        } catch (IOException e) {
            throw new IllegalStateException("a plan holds JSON that is none", e);
        }
    }

    /** Treats an empty text as none, as many servers leave such fields out. */
    private static JsonNode nullIfEmpty(JsonNode value) {
        return value.isMissingNode() || (value.isTextual() && value.textValue().isEmpty()) ? JSON.nullNode() : value;
    }

    private static JsonNode parseJson(String text, String words) throws Failure {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Could not " + words + ": the answer is not JSON"), e);
        }
    }
}
