package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import tessera.demo.fleet.plan.NodePlan;
import tessera.demo.fleet.plan.Plan;
import tessera.demo.fleet.plan.PodPlan;
import tessera.demo.fleet.plan.PodState;
import tessera.demo.fleet.plan.Workload;
import tessera.demo.schedule.SchedulingRecords;

/** The events of the last hour; older ones the API server has forgotten. */
final class EventWriter {

    private static final Duration MEMORY = Duration.ofHours(1);

    private final Scribe scribe;
    private final Consumer<ObjectNode> out;
    private final SchedulingRecords scheduling = new SchedulingRecords("control-01");

    EventWriter(Scribe scribe, Consumer<ObjectNode> out) {
        this.scribe = scribe;
        this.out = out;
    }

    /**
     * Who an event is about.
     *
     * @param uid as events have it, which for nodes is often just the name
     */
    private record Subject(String apiVersion, String kind, String namespace, String name, String uid) {}

    /** What an event says. */
    private record Note(String type, String reason, String message) {

        static Note normal(String reason, String message) {
            return new Note("Normal", reason, message);
        }

        static Note warning(String reason, String message) {
            return new Note("Warning", reason, message);
        }
    }

    /** How often something was seen, and between when. */
    private record Seen(Instant first, Instant last, int count) {}

    void writePod(PodPlan plan, JsonNode pod, String message) {
        var age = Duration.between(plan.createdAt(), scribe.now());
        boolean recent = age.compareTo(MEMORY) < 0;
        switch (plan.state()) {
            case WAITING -> out.accept(stored(scheduling.failedEvent(pod, message, lastAttempt(plan))));
            case CRASHING -> kubelet(plan, Note.warning("BackOff",
                    "Back-off restarting failed container %s in pod %s_%s(%s)".formatted(container(pod), plan.name(),
                            plan.workload().line().namespace(), pod.path("metadata").path("uid").asText())),
                    seen(age, 12));
            case PULLING -> {
                var image = plan.workload().line().image();
                kubelet(plan, Note.warning("Failed",
                        "Failed to pull image \"" + image + "\": " + PodStatusWriter.pullFailure(image)),
                        seen(age, 300));
                kubelet(plan, Note.normal("BackOff", "Back-off pulling image \"" + image + "\""), seen(age, 14));
            }
            case REFUSED -> {
                if (recent) {
                    kubelet(plan, Note.warning("UnexpectedAdmissionError", PodStatusWriter.refusal(plan)),
                            once(plan.createdAt().plusSeconds(1)));
                }
            }
            case LEAVING -> kubelet(plan, Note.normal("Killing", "Stopping container " + container(pod)),
                    once(scribe.now().minusSeconds(9)));
            case STRANDED -> out.accept(event(subject(plan), "taint-eviction-controller",
                    Note.normal("TaintManagerEviction",
                            "Marking for deletion Pod " + plan.workload().line().namespace() + "/" + plan.name()),
                    once(scribe.now().minusSeconds(70))));
            default -> {
                if (recent && plan.state() != PodState.GATED) {
                    writeStart(plan, pod);
                }
            }
        }
    }

    private void writeStart(PodPlan plan, JsonNode pod) {
        var at = plan.createdAt().plusSeconds(1);
        out.accept(stored(scheduling.scheduledEvent(pod, pod.path("spec").path("nodeName").asText(), at)));
        var image = plan.workload().line().image();
        kubelet(plan, Note.normal("Pulled", "Container image \"" + image + "\" already present on machine"),
                once(at.plusSeconds(2)));
        kubelet(plan, Note.normal("Created", "Container created"), once(at.plusSeconds(2)));
        kubelet(plan, Note.normal("Started", "Container started"), once(at.plusSeconds(3)));
    }

    void writeNode(NodePlan plan) {
        // Nodes are in no namespace; their events are in "default".
        var subject = new Subject("v1", "Node", "", plan.name(), scribe.mint().uid("Node", "", plan.name()));
        if (plan.state() == NodePlan.State.LOST) {
            out.accept(event(subject, "node-controller",
                    Note.normal("NodeNotReady", "Node " + plan.name() + " status is now: NodeNotReady"),
                    once(scribe.now().minus(Plan.SILENCE).plusSeconds(50))));
        }
    }

    void writeOwner(Workload workload) {
        var line = workload.line();
        if (line.blocked() > 0) {
            var subject = new Subject("apps/v1", "ReplicaSet", line.namespace(), workload.replicaSet(),
                    scribe.mint().uid("ReplicaSet", line.namespace(), workload.replicaSet()));
            out.accept(event(subject, "replicaset-controller",
                    Note.warning("FailedCreate", "Error creating: " + quotaRefusal(workload, scribe)),
                    seen(MEMORY, 16)));
        }
        if (!line.claim().isEmpty()) {
            var subject = new Subject("v1", "PersistentVolumeClaim", line.namespace(), line.claim(),
                    scribe.mint().uid("PersistentVolumeClaim", line.namespace(), line.claim()));
            out.accept(event(subject, "persistentvolume-controller",
                    Note.warning("ProvisioningFailed", "storageclass.storage.k8s.io \"archive\" not found"),
                    seen(MEMORY, 240)));
        }
    }

    /** What the API server answers when the quota has no room; the quota's limit is what is used. */
    static String quotaRefusal(Workload workload, Scribe scribe) {
        var want = workload.line().wants().entrySet().iterator().next();
        var key = "requests." + want.getKey();
        long used = scribe.plan().used(workload.line().namespace(), key);
        return "pods \"%s-%s\" is forbidden: exceeded quota: team, requested: %s=%d, used: %s=%d, limited: %s=%d"
                .formatted(workload.replicaSet(), scribe.mint().letters("refused/" + workload.replicaSet(), 5), key,
                        want.getValue(), key, used, key, used);
    }

    private Instant lastAttempt(PodPlan plan) {
        var ago = 10 + scribe.mint().number("attempt/" + plan.name(), 40);
        var last = scribe.now().minusSeconds(ago);
        return last.isBefore(plan.createdAt()) ? plan.createdAt().plusSeconds(1) : last;
    }

    private Seen seen(Duration age, int times) {
        var span = age.compareTo(MEMORY) < 0 ? age : MEMORY;
        return new Seen(scribe.now().minus(span), scribe.now().minusSeconds(25), Math.max(1, times));
    }

    private static Seen once(Instant at) {
        return new Seen(at, at, 1);
    }

    private static String container(JsonNode pod) {
        return pod.path("spec").path("containers").path(0).path("name").asText();
    }

    private Subject subject(PodPlan plan) {
        var namespace = plan.workload().line().namespace();
        return new Subject("v1", "Pod", namespace, plan.name(), scribe.mint().uid("Pod", namespace, plan.name()));
    }

    private void kubelet(PodPlan plan, Note note, Seen seen) {
        var host = plan.node() == null ? "" : plan.node().name();
        var event = event(subject(plan), "kubelet", note, seen);
        event.withObjectProperty("source").put("host", host);
        out.accept(event.put("reportingInstance", host));
    }

    private ObjectNode event(Subject subject, String component, Note note, Seen seen) {
        var namespace = subject.namespace().isEmpty() ? "default" : subject.namespace();
        var name = subject.name() + "." + scribe.mint().hex(note.reason() + "/" + namespace + "/" + subject.name(), 16);
        var event = scribe.object("v1", "Event", namespace, name, seen.first());
        var involved = event.putObject("involvedObject").put("kind", subject.kind());
        if (!subject.namespace().isEmpty()) {
            involved.put("namespace", subject.namespace());
        }
        involved.put("name", subject.name()).put("uid", subject.uid()).put("apiVersion", subject.apiVersion());
        event.put("reason", note.reason()).put("message", note.message()).putObject("source").put("component",
                component);
        event.put("firstTimestamp", Times.seconds(seen.first())).put("lastTimestamp", Times.seconds(seen.last()))
                .put("count", seen.count()).put("type", note.type()).putNull("eventTime")
                .put("reportingComponent", component).put("reportingInstance", "");
        return event;
    }

    /** Gives an event of the scheduler what the API server adds to it. */
    private ObjectNode stored(ObjectNode event) {
        var metadata = Scribe.metadata(event);
        var at = Instant.parse(event.path("eventTime").asText());
        metadata.put("uid", scribe.mint().uid("Event", metadata.path("namespace").asText(),
                metadata.path("name").asText())).put("creationTimestamp", Times.seconds(at));
        FieldSets.add(event, "kube-scheduler", false, at,
                List.of("action", "eventTime", "message", "reason", "reportingComponent", "reportingInstance", "type"));
        return event;
    }
}
