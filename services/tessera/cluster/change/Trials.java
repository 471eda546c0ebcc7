package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.Way;
import tessera.cluster.wire.Ask;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.step.Attendant;
import tessera.plan.step.Outcome;
import tessera.plan.step.Step;

/** Runs pods to their end for what they write, and removes them whatever became of them. */
final class Trials {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final int MOST = 32 << 10;

    private final Way way;
    private final ObjectLists objects;
    private final Writes writes;
    private final Clock clock;

    Trials(Way way, Writes writes, Clock clock) {
        this.way = way;
        this.writes = writes;
        this.clock = clock;
        objects = new ObjectLists(way);
    }

    Outcome run(Step.Trial trial, Attendant attendant) throws InterruptedException {
        return switch (writes.send(trial, false)) {
            case Sent.Refused(var _, var problem, var _) -> new Outcome.Failed(problem);
            case Sent.Lost(var problem) -> new Outcome.Unknown(problem);
            case Sent.Accepted(var answer) -> {
                var object = trial.object();
                var pod = new ObjectRef(object.apiVersion(), object.kind(), object.resource(), object.namespace(),
                        answer.at("/metadata/name").asText(object.name()));
                var outcome = ended(pod, trial.patience(), attendant);
                yield removed(pod, answer.at("/metadata/uid").asText(""), outcome);
            }
        };
    }

    private Outcome ended(ObjectRef pod, Duration patience, Attendant attendant) throws InterruptedException {
        var end = clock.instant().plus(patience);
        while (true) {
            Problem trouble = null;
            var waits = "";
            try {
                var read = objects.read(ApiPaths.of(pod), "read " + pod);
                var node = read.at("/spec/nodeName").asText("");
                switch (read.at("/status/phase").asText("")) {
                    case "Succeeded" -> {
                        return new Outcome.Done("On " + node + ":\n" + written(pod));
                    }
                    case "Failed" -> {
                        return new Outcome.Failed(failed(pod, read));
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
                return trouble != null ? new Outcome.Unknown(trouble)
                        : new Outcome.Failed(new Problem(Kind.TIMEOUT, "%s has not run within %d s".formatted(pod,
                                patience.toSeconds()), waits, "Try again to run another."));
            }
            if (!attendant.pause(GLANCE)) {
                return new Outcome.GivenUp();
            }
        }
    }

    private Problem failed(ObjectRef pod, JsonNode read) throws Failure, InterruptedException {
        var log = written(pod);
        return new Problem(Kind.INVALID, pod + " failed on " + read.at("/spec/nodeName").asText("no node") + ": "
                + LaunchWatch.failed(read), log, "Look at the validator of that node on the Operator screen.");
    }

    private String written(ObjectRef pod) throws Failure, InterruptedException {
        return way.wire().text(Ask.page(ApiPaths.of(pod) + "/log?limitBytes=" + MOST, "*/*", "read the log of " + pod))
                .stripTrailing();
    }

    /** Removes it; where it is not sure that it went, that is told, whatever it wrote. */
    private Outcome removed(ObjectRef pod, String uid, Outcome outcome) throws InterruptedException {
        return switch (writes.send(new Step.Delete(pod, uid, Duration.ZERO), false)) {
            case Sent.Accepted _ -> outcome;
            case Sent.Refused(var _, var problem, var _) when problem.kind() == Kind.NOT_FOUND -> outcome;
            case Sent.Refused(var _, var problem, var _) -> new Outcome.Unknown(left(pod, problem));
            case Sent.Lost(var problem) -> new Outcome.Unknown(left(pod, problem));
        };
    }

    private static Problem left(ObjectRef pod, Problem why) {
        return new Problem(why.kind(), pod + " has run, and may still be there", why.sentence(),
                "Delete it: kubectl delete pod -n " + pod.namespace() + " " + pod.name());
    }
}
