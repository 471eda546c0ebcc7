package tessera.demo.fleet.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An owner of pods, with its pods. */
public final class Workload {

    private final Line line;
    private final Instant createdAt;
    private final String revision;
    private final List<PodPlan> pods = new ArrayList<>();

    /** @param revision the hash of its pod template */
    Workload(Line line, Instant createdAt, String revision) {
        this.line = line;
        this.createdAt = createdAt;
        this.revision = revision;
    }

    /** @param ending the end of the pod's name, random unless it is given */
    void add(String ending, @Nullable NodePlan node, Line.Place place, Instant born) {
        int index = pods.size();
        pods.add(new PodPlan(this, podName(index, ending, node), index, node, PodState.valueOf(place.state()), born,
                place.restarts()));
    }

    /** A pod that waited has found its node. */
    public void settle(PodPlan waiting, NodePlan node) {
        pods.set(waiting.index(), new PodPlan(this, waiting.name(), waiting.index(), node, PodState.RUNNING,
                waiting.createdAt(), 0));
    }

    private String podName(int index, String ending, @Nullable NodePlan node) {
        return switch (line.kind()) {
            case "Deployment" -> replicaSet() + "-" + ending;
            case "StatefulSet" -> line.name() + "-" + index;
            case "PyTorchJob" -> line.name() + (index == 0 ? "-master-0" : "-worker-" + (index - 1));
            case "JobSet" -> job() + "-" + index + "-" + ending;
            case "Static" -> line.name() + "-" + (node == null ? "" : node.name());
            case "Pod" -> line.queue().isEmpty() ? line.name() : line.name() + "-" + ending;
            default -> line.name() + "-" + ending;
        };
    }

    public Line line() {
        return line;
    }

    public Instant createdAt() {
        return createdAt;
    }

    public List<PodPlan> pods() {
        return Collections.unmodifiableList(pods);
    }

    public String revision() {
        return revision;
    }

    /** Name of the ReplicaSet of a Deployment. */
    public String replicaSet() {
        return line.name() + "-" + revision;
    }

    /** Name of the Job of a JobSet. */
    public String job() {
        return line.kind().equals("JobSet") ? line.name() + "-workers-0" : line.name();
    }

    /** How many pods it should have that have not ended. */
    public int wanted() {
        return active() + line.blocked();
    }

    /** How many of its pods neither have ended nor are going. */
    public int active() {
        return (int) pods.stream().filter(pod -> !pod.state().over() && !pod.state().deleted()).count();
    }

    public int ready() {
        return (int) pods.stream().filter(pod -> pod.state().ready() && !pod.state().deleted()).count();
    }

    public int succeeded() {
        return (int) pods.stream().filter(pod -> pod.state() == PodState.COMPLETED).count();
    }

    public int failed() {
        return (int) pods.stream().filter(pod -> pod.state().failed()).count();
    }
}
