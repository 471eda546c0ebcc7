package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;
import tessera.text.MessageCatalog;

/** Runs probe pods to completion for their output, and removes them in any case. */
final class ProbePodRunner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ProbePodRunner.class);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final int MOST = 32 << 10;

    private final ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;
    private final ClusterWriteClient writes;
    private final Clock clock;

    ProbePodRunner(ApiTransportSupplier transportSupplier, ClusterWriteClient writes, Clock clock) {
        this.transportSupplier = transportSupplier;
        this.writes = writes;
        this.clock = clock;
        objects = new ApiObjectReader(transportSupplier);
    }

    PlanStepOutcome runProbe(PlanStep.ProbePodStep trial, RunningStepControl stepListener) throws InterruptedException {
        return switch (writes.sendStep(trial, false)) {
            case ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _) ->
                new PlanStepOutcome.StepFailureOutcome(problem);
            case ClusterWriteResult.UnansweredClusterWrite(var problem) ->
                new PlanStepOutcome.StepUnknownOutcome(problem);
            case ClusterWriteResult.AcceptedClusterWrite(var answer) -> {
                var object = trial.object();
                var pod = new ObjectRef(object.apiVersion(), object.kind(), object.resource(), object.namespace(),
                        answer.at("/metadata/name").asText(object.name()));
                var outcome = awaitEnd(pod, trial.timeout(), stepListener);
                yield removePod(pod, answer.at("/metadata/uid").asText(""), outcome);
            }
        };
    }

    private PlanStepOutcome awaitEnd(ObjectRef pod, Duration timeout, RunningStepControl stepListener)
            throws InterruptedException {
        var end = clock.instant().plus(timeout);
        while (true) {
            Problem problem = null;
            var waits = "";
            try {
                var read = objects.readJson(ApiPathBuilder.objectPath(pod), MESSAGES.text("read", pod));
                var node = read.at("/spec/nodeName").asText("");
                switch (read.at("/status/phase").asText("")) {
                    case "Succeeded" -> {
                        return new PlanStepOutcome.StepSuccessOutcome(
                                MESSAGES.text("probe.node", node) + "\n" + readLog(pod));
                    }
                    case "Failed" -> {
                        return new PlanStepOutcome.StepFailureOutcome(failureOf(pod, read));
                    }
                    default -> waits = LaunchedWorkloadWatcher.waitingReason(read);
                }
                stepListener.onWaiting(MESSAGES.text("probe.waits", pod, node, waits));
            } catch (ProblemException problemException) {
                problem = problemException.problem();
                stepListener.onWaiting(MESSAGES.text("probe.unknown", pod, problem.problemText()));
            }
            if (clock.instant().isAfter(end)) {
                if (problem != null) {
                    return new PlanStepOutcome.StepUnknownOutcome(problem);
                }
                return new PlanStepOutcome.StepFailureOutcome(Problem.of(OperationProblemKind.TIMEOUT,
                        new PlanExecutionReason.ProbeTimedOut(pod, timeout.toSeconds())).withDetail(waits));
            }
            if (!stepListener.pause(GLANCE)) {
                return new PlanStepOutcome.StepAbandonedOutcome();
            }
        }
    }

    private Problem failureOf(ObjectRef pod, JsonNode read) throws ProblemException, InterruptedException {
        var log = readLog(pod);
        return Problem
                .of(OperationProblemKind.INVALID, new PlanExecutionReason.ProbeFailed(pod,
                        read.at("/spec/nodeName").asText(""), LaunchedWorkloadWatcher.failureReason(read)))
                .withDetail(log);
    }

    private String readLog(ObjectRef pod) throws ProblemException, InterruptedException {
        return transportSupplier.transport()
                .readText(ApiRequest.proxiedPage(ApiPathBuilder.objectPath(pod) + "/log?limitBytes=" + MOST, "*/*",
                        MESSAGES.text("read.log", pod)))
                .stripTrailing();
    }

    /** Deletes the pod; an uncertain deletion is reported whatever the pod's output. */
    private PlanStepOutcome removePod(ObjectRef pod, String uid, PlanStepOutcome outcome) throws InterruptedException {
        return switch (writes.sendStep(new PlanStep.DeleteObjectStep(pod, uid, Duration.ZERO), false)) {
            case ClusterWriteResult.AcceptedClusterWrite _ -> outcome;
            case ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _) when problem
                    .kind() == OperationProblemKind.NOT_FOUND ->
                outcome;
            case ClusterWriteResult.RefusedClusterWrite(var _, var problem, var _) ->
                new PlanStepOutcome.StepUnknownOutcome(leftoverProblem(pod, problem));
            case ClusterWriteResult.UnansweredClusterWrite(var problem) ->
                new PlanStepOutcome.StepUnknownOutcome(leftoverProblem(pod, problem));
        };
    }

    private static Problem leftoverProblem(ObjectRef pod, Problem problem) {
        return Problem.of(problem.kind(), new PlanExecutionReason.ProbeLeftBehind(pod, pod.namespace(), pod.name()))
                .withDetail(problem.problemText());
    }
}
