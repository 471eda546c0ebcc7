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

/** Runs probe pods to completion for their output, and removes them in any case. */
final class ProbePodRunner {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final int MOST = 32 << 10;

    private final ServerRoute route;
    private final ObjectLists objects;
    private final WriteClient writes;
    private final Clock clock;

    ProbePodRunner(ServerRoute route, WriteClient writes, Clock clock) {
        this.route = route;
        this.writes = writes;
        this.clock = clock;
        objects = new ObjectLists(route);
    }

    StepOutcome runProbe(PlanStep.RunProbePod trial, StepListener attendant) throws InterruptedException {
        return switch (writes.sendStep(trial, false)) {
            case WriteResult.WriteRefused(var _, var problem, var _) -> new StepOutcome.StepFailed(problem);
            case WriteResult.WriteUnanswered(var problem) -> new StepOutcome.StepUnknown(problem);
            case WriteResult.WriteAccepted(var answer) -> {
                var object = trial.object();
                var pod = new ObjectRef(object.apiVersion(), object.kind(), object.resource(), object.namespace(),
                        answer.at("/metadata/name").asText(object.name()));
                var outcome = awaitEnd(pod, trial.patience(), attendant);
                yield removePod(pod, answer.at("/metadata/uid").asText(""), outcome);
            }
        };
    }

    private StepOutcome awaitEnd(ObjectRef pod, Duration timeout, StepListener attendant) throws InterruptedException {
        var end = clock.instant().plus(timeout);
        while (true) {
            Problem problem = null;
            var waits = "";
            try {
                var read = objects.readJson(ApiPaths.objectPath(pod), "read " + pod);
                var node = read.at("/spec/nodeName").asText("");
                switch (read.at("/status/phase").asText("")) {
                    case "Succeeded" -> {
                        return new StepOutcome.StepDone("On " + node + ":\n" + readLog(pod));
                    }
                    case "Failed" -> {
                        return new StepOutcome.StepFailed(failureOf(pod, read));
                    }
                    default -> waits = LaunchWatch.waitingReason(read);
                }
                attendant
                        .onWaiting("Waits until " + pod + " has run" + (node.isEmpty() ? "" : " on " + node) + ": "
                                + waits);
            } catch (Failure failure) {
                problem = failure.problem();
                attendant.onWaiting("Cannot look whether " + pod + " has run: " + problem.problemText());
            }
            if (clock.instant().isAfter(end)) {
                return problem != null ? new StepOutcome.StepUnknown(problem)
                        : new StepOutcome.StepFailed(
                                new Problem(ProblemKind.TIMEOUT, "%s has not run within %d s".formatted(pod,
                                        timeout.toSeconds()), waits, "Try again to run another."));
            }
            if (!attendant.pause(GLANCE)) {
                return new StepOutcome.StepGivenUp();
            }
        }
    }

    private Problem failureOf(ObjectRef pod, JsonNode read) throws Failure, InterruptedException {
        var log = readLog(pod);
        return new Problem(ProblemKind.INVALID, pod + " failed on " + read.at("/spec/nodeName").asText("no node") + ": "
                + LaunchWatch.failureReason(read), log, "Look at the validator of that node on the Operator screen.");
    }

    private String readLog(ObjectRef pod) throws Failure, InterruptedException {
        return route.transport()
                .readText(ApiRequest.proxiedPage(ApiPaths.objectPath(pod) + "/log?limitBytes=" + MOST, "*/*",
                        "read the log of " + pod))
                .stripTrailing();
    }

    /** Deletes the pod; an uncertain deletion is reported whatever the pod's output. */
    private StepOutcome removePod(ObjectRef pod, String uid, StepOutcome outcome) throws InterruptedException {
        return switch (writes.sendStep(new PlanStep.Delete(pod, uid, Duration.ZERO), false)) {
            case WriteResult.WriteAccepted _ -> outcome;
            case WriteResult.WriteRefused(var _, var problem, var _) when problem.kind() == ProblemKind.NOT_FOUND ->
                outcome;
            case WriteResult.WriteRefused(var _, var problem, var _) ->
                new StepOutcome.StepUnknown(leftoverProblem(pod, problem));
            case WriteResult.WriteUnanswered(var problem) -> new StepOutcome.StepUnknown(leftoverProblem(pod, problem));
        };
    }

    private static Problem leftoverProblem(ObjectRef pod, Problem problem) {
        return new Problem(problem.kind(), pod + " has run, and may still be there", problem.problemText(),
                "Delete it: kubectl delete pod -n " + pod.namespace() + " " + pod.name());
    }
}
