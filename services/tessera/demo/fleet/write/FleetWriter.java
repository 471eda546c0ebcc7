package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Consumer;
import tessera.demo.fleet.plan.Plan;
import tessera.demo.fleet.plan.Workload;

/** Writes a planned fleet down, object by object, those first that others refer to. */
public final class FleetWriter {

    private final Plan plan;
    private final Map<String, String> messages;

    /** Looks the plan over: pods that wait although a node would take them get that node. */
    public FleetWriter(Plan plan) {
        this.plan = plan;
        messages = Judge.messages(plan);
    }

    /** Every call gives the same objects, each a fresh tree of its own. */
    public void write(Consumer<ObjectNode> out) {
        var scribe = new Scribe(plan);
        var cluster = new ClusterWriter(scribe, out);
        var custom = new CustomWriter(scribe, out);
        cluster.writeNamespaces();
        cluster.writeClasses();
        custom.writeKinds();
        var nodes = new NodeWriter(scribe);
        plan.nodes().forEach(node -> out.accept(nodes.node(node)));
        plan.nodes().forEach(node -> out.accept(nodes.lease(node)));
        cluster.writeQuotas();
        new PolicyWriter(scribe, out).write();
        custom.writeQueues();
        var workloads = new ArrayList<>(plan.stack());
        workloads.addAll(plan.workloads());
        var owners = new OwnerWriter(scribe, out);
        for (var workload : workloads) {
            cluster.writeCompanions(workload);
            custom.writeOwner(workload);
            owners.write(workload);
        }
        new ReleaseWriter(scribe).write(out);
        writePods(scribe, workloads, out);
    }

    private void writePods(Scribe scribe, Iterable<Workload> workloads, Consumer<ObjectNode> out) {
        var pods = new PodWriter(scribe);
        var events = new EventWriter(scribe, out);
        plan.nodes().forEach(events::writeNode);
        for (var workload : workloads) {
            events.writeOwner(workload);
            for (var pod : workload.pods()) {
                var message = messages.getOrDefault(pod.name(), "");
                var object = pods.pod(pod, message);
                out.accept(object);
                events.writePod(pod, object, message);
            }
        }
    }
}
