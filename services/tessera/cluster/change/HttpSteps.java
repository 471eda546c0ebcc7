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
import tessera.cluster.http.AccessMode;
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

/** Does the steps of plans by requests to the API server. */
final class HttpSteps implements StepExecutor {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int RENEWALS = 3;
    private static final Problem READ_ONLY = new Problem(ProblemKind.READ_ONLY, "Read-only mode changes nothing", "",
            "Leave read-only mode to change the cluster.");

    private final ObjectLists objects;
    private final AccessReviews reviews;
    private final WriteClient writes;
    private final StepWaits waits;
    private final ProbePodRunner trials;
    private final HelmSteps helm;
    private final Supplier<AccessMode> mode;

    /**
     * Steps towards one cluster.
     *
     * @param mode what may be sent; for explanations only, as the gate decides
     */
    HttpSteps(ServerRoute way, Supplier<AccessMode> mode, Clock clock, HelmReleases releases) {
        this.mode = mode;
        objects = new ObjectLists(way);
        reviews = new AccessReviews(way);
        writes = new WriteClient(way);
        waits = new StepWaits(way, writes, clock);
        trials = new ProbePodRunner(way, writes, clock);
        helm = new HelmSteps(way, mode, releases);
    }

    @Override
    public Optional<Problem> standing() {
        return mode.get() == AccessMode.READ_ONLY ? Optional.of(READ_ONLY) : Optional.empty();
    }

    @Override
    public StepAccess.AccessAnswer ask(StepAccess access) throws Failure, InterruptedException {
        return reviews.ask(access);
    }

    @Override
    public StepDryRun rehearse(PlanStep step) throws Failure, InterruptedException {
        if (step instanceof PlanStep.HelmStep(var _, var work)) {
            var made = helm.rehearse(work);
            new ReleaseRehearsal(writes, objects).check(made, work.release().namespace());
            return made.shown();
        }
        var before = step instanceof PlanStep.Create || step instanceof PlanStep.RunProbePod
                ? Optional.<JsonNode>empty()
                : read(step);
        var sent = sent(step, true);
        return switch (sent) {
            case WriteResult.WriteAccepted(var answer) -> new StepDryRun(
                    before.isEmpty() ? "" : yaml(KeyOrderAligner.to(before.get(), before.get())),
                    step instanceof PlanStep.Delete ? "" : yaml(KeyOrderAligner.to(before.orElse(answer), answer)),
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
                new StepDryRun("", yaml(parse(body, "read what was planned")), List.of());
            case WriteResult.WriteRefused(var _, var problem, var _) -> throw new Failure(problem);
            case WriteResult.WriteUnanswered(var problem) -> throw new Failure(problem);
        };
    }

    private Optional<JsonNode> read(PlanStep step) throws Failure, InterruptedException {
        try {
            return Optional.of(objects.read(ApiPaths.of(step.object()), "read " + step.object()));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND && step instanceof PlanStep.Apply) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /** Without what the server keeps account of itself, which says nothing to people and is made up in a dry run. */
    private static String yaml(JsonNode object) throws Failure {
        if (object.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("resourceVersion", "generation", "uid", "creationTimestamp"));
        }
        return ObjectYaml.of(object, false);
    }

    @Override
    public StepOutcome execute(PlanStep step, StepListener attendant) throws InterruptedException {
        return switch (step) {
            case PlanStep.Await await -> waits.until(await, attendant);
            case PlanStep.Evict evict -> waits.evicted(evict, attendant);
            case PlanStep.HelmStep(var _, var work) -> helm.execute(work, attendant);
            case PlanStep.RunProbePod trial -> trials.run(trial, attendant);
            case PlanStep.EvictLatePods _ -> throw new IllegalArgumentException("who plans finds out who came");
            case PlanStep.LastLook look -> look(look);
            case PlanStep.Patch _,PlanStep.Apply _,PlanStep.Create _,PlanStep.Delete _ -> switch (sent(step, false)) {
                case WriteResult.WriteAccepted _ -> new StepOutcome.StepDone("");
                case WriteResult.WriteRefused(var _, var problem, var _) -> new StepOutcome.StepFailed(problem);
                case WriteResult.WriteUnanswered(var problem) -> new StepOutcome.StepUnknown(problem);
            };
        };
    }

    private StepOutcome look(PlanStep.LastLook look) throws InterruptedException {
        try {
            var content = new HttpManifests(objects).content(look.kinds());
            return content.keeps(look.object().name()).<StepOutcome>map(StepOutcome.StepFailed::new)
                    .orElseGet(() -> new StepOutcome.StepDone(""));
        } catch (Failure failure) {
            return new StepOutcome.StepFailed(failure.problem());
        }
    }

    @Override
    public List<String> remains(PlanStep step, boolean done) throws InterruptedException {
        var left = new ArrayList<>(waits.remains(step, done));
        if (step instanceof PlanStep.HelmStep(var _, var work) && !done) {
            left.addAll(helm.remains(work));
        }
        return left;
    }

    /** Sends it; a patch once more, where the object is another by now and yet what the plan relied on is not. */
    private WriteResult sent(PlanStep step, boolean dry) throws InterruptedException {
        var sent = writes.send(step, dry);
        for (int renewal = 0; renewal < RENEWALS && step instanceof PlanStep.Patch patch
                && conflicts(sent); renewal++) {
            var renewed = renewed(patch);
            if (renewed.patch().isEmpty()) {
                return new WriteResult.WriteRefused(409, new Problem(ProblemKind.CONFLICT,
                        patch.object() + " was changed meanwhile" + renewed.why(), "",
                        patch.wayOut()), null);
            }
            sent = writes.send(renewed.patch().get(), dry);
        }
        return sent;
    }

    private static boolean conflicts(WriteResult sent) {
        return sent instanceof WriteResult.WriteRefused(var _, var problem, var _)
                && problem.kind() == ProblemKind.CONFLICT;
    }

    /**
     * The same patch for the object as it is now.
     *
     * @param patch empty when what it relied on is no longer so
     * @param why   what is otherwise, and who wrote it, to be read on; may be empty
     */
    private record Renewal(Optional<PlanStep.Patch> patch, String why) {

        static final Renewal NONE = new Renewal(Optional.empty(), "");
    }

    private Renewal renewed(PlanStep.Patch patch) throws InterruptedException {
        try {
            var now = objects.read(ApiPaths.of(patch.object()), "read " + patch.object());
            if (patch.relied().isEmpty() || !(JSON.readTree(patch.body()) instanceof ObjectNode body)) {
                return Renewal.NONE;
            }
            var other = new ArrayList<String>();
            for (var relied : patch.relied().entrySet()) {
                if (!known(JSON.readTree(relied.getValue())).equals(known(now.at(relied.getKey())))) {
                    other.add(relied.getKey());
                }
            }
            if (!other.isEmpty()) {
                return new Renewal(Optional.empty(), FieldOwner.words(now, other));
            }
            body.withObject("metadata").put("resourceVersion", now.path("metadata").path("resourceVersion").asText());
            return new Renewal(Optional.of(new PlanStep.Patch(patch.object(), patch.subresource(), patch.form(),
                    body.toString(), patch.relied(), patch.wayOut())), "");
        } catch (Failure _) {
            return Renewal.NONE;
        } catch (IOException e) {
            throw new IllegalStateException("a plan holds JSON that is none", e);
        }
    }

    /** An empty text means what no text means: many a server leaves such fields out. */
    private static JsonNode known(JsonNode value) {
        return value.isMissingNode() || (value.isTextual() && value.textValue().isEmpty()) ? JSON.nullNode() : value;
    }

    private static JsonNode parse(String text, String words) throws Failure {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Could not " + words + ": the answer is not JSON"), e);
        }
    }
}
