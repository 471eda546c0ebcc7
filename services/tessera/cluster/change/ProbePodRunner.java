package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepListener;
import tessera.plan.step.StepOutcome;

/** Runs pods to their end for what they write, and removes them whatever became of them. */
final class ProbePodRunner {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final int MOST = 32 << 10;

    private final ServerRoute way;
    private final ObjectLists objects;
    private final WriteClient writes;
    private final Clock clock;

    ProbePodRunner(ServerRoute way, WriteClient writes, Clock clock) {
        this.way = way;
        this.writes = writes;
        this.clock = clock;
        objects = new ObjectLists(way);
    }

    StepOutcome run(PlanStep.RunProbePod trial, StepListener attendant) throws InterruptedException {
        return switch (writes.send(trial, false)) {
            case WriteResult.WriteRefused(var _, var problem, var _) -> new StepOutcome.StepFailed(problem);
            case WriteResult.WriteUnanswered(var problem) -> new StepOutcome.StepUnknown(problem);
            case WriteResult.WriteAccepted(var answer) -> {
                var object = trial.object();
                var pod = new ObjectRef(object.apiVersion(), object.kind(), object.resource(), object.namespace(),
                        answer.at("/metadata/name").asText(object.name()));
                var outcome = ended(pod, trial.patience(), attendant);
                yield removed(pod, answer.at("/metadata/uid").asText(""), outcome);
            }
        };
    }

    private StepOutcome ended(ObjectRef pod, Duration patience, StepListener attendant) throws InterruptedException {
        var end = clock.instant().plus(patience);
        while (true) {
            Problem trouble = null;
            var waits = "";
            try {
                var read = objects.read(ApiPaths.of(pod), "read " + pod);
                var node = read.at("/spec/nodeName").asText("");
                switch (read.at("/status/phase").asText("")) {
                    case "Succeeded" -> {
                        return new StepOutcome.StepDone("On " + node + ":\n" + written(pod));
                    }
                    case "Failed" -> {
                        return new StepOutcome.StepFailed(failed(pod, read));
                    }
                    default -> waits = LaunchWatch.reason(read);
                }
                attendant
                        .hear("Waits until " + pod + " has run" + (node.isEmpty() ? "" : " on " + node) + ": " + waits);
            } catch (Failure failure) {
                trouble = failure.problem();
                attendant.hear("Cannot look whether " + pod + " has run: " + trouble.sentence());
            }
            if (clock.instant().isAfter(end)) {
                return trouble != null ? new StepOutcome.StepUnknown(trouble)
                        : new StepOutcome.StepFailed(
                                new Problem(ProblemKind.TIMEOUT, "%s has not run within %d s".formatted(pod,
                                        patience.toSeconds()), waits, "Try again to run another."));
            }
            if (!attendant.pause(GLANCE)) {
                return new StepOutcome.GivenUp();
            }
        }
    }

    private Problem failed(ObjectRef pod, JsonNode read) throws Failure, InterruptedException {
        var log = written(pod);
        return new Problem(ProblemKind.INVALID, pod + " failed on " + read.at("/spec/nodeName").asText("no node") + ": "
                + LaunchWatch.failed(read), log, "Look at the validator of that node on the Operator screen.");
    }

    private String written(ObjectRef pod) throws Failure, InterruptedException {
        return way.wire()
                .text(ApiRequest.page(ApiPaths.of(pod) + "/log?limitBytes=" + MOST, "*/*", "read the log of " + pod))
                .stripTrailing();
    }

    /** Removes it; where it is not sure that it went, that is told, whatever it wrote. */
    private StepOutcome removed(ObjectRef pod, String uid, StepOutcome outcome) throws InterruptedException {
        return switch (writes.send(new PlanStep.Delete(pod, uid, Duration.ZERO), false)) {
            case WriteResult.WriteAccepted _ -> outcome;
            case WriteResult.WriteRefused(var _, var problem, var _) when problem.kind() == ProblemKind.NOT_FOUND ->
                outcome;
            case WriteResult.WriteRefused(var _, var problem, var _) -> new StepOutcome.StepUnknown(left(pod, problem));
            case WriteResult.WriteUnanswered(var problem) -> new StepOutcome.StepUnknown(left(pod, problem));
        };
    }

    private static Problem left(ObjectRef pod, Problem why) {
        return new Problem(why.kind(), pod + " has run, and may still be there", why.sentence(),
                "Delete it: kubectl delete pod -n " + pod.namespace() + " " + pod.name());
    }
}
