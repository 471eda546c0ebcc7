package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.demo.fleet.plan.NodeLabels;
import tessera.demo.fleet.plan.Plan;
import tessera.demo.fleet.plan.PodPlan;
import tessera.demo.fleet.plan.PodState;
import tessera.demo.fleet.plan.Workload;
import tessera.demo.schedule.ClusterView;
import tessera.demo.schedule.Decision;
import tessera.demo.schedule.Scheduler;

/** Lets the scheduler say why the waiting pods of a plan wait; one that need not wait gets its node. */
final class Judge {

    private final Plan plan;
    private final Scribe scribe;
    private final PodWriter pods;
    private final ClusterView view = new ClusterView();
    private final Scheduler scheduler = new Scheduler(view);

    private Judge(Plan plan) {
        this.plan = plan;
        scribe = new Scribe(plan);
        pods = new PodWriter(scribe);
    }

    /** Settles what can be settled in the plan, and tells of the others by name why they wait. */
    static Map<String, String> messages(Plan plan) {
        return new Judge(plan).messages();
    }

    private Map<String, String> messages() {
        var nodes = new NodeWriter(scribe);
        plan.nodes().forEach(node -> view.putNode(nodes.bare(node, NodeLabels.of(node))));
        Stream.concat(plan.workloads().stream(), plan.stack().stream()).forEach(this::occupy);
        var messages = new HashMap<String, String>();
        // Where one gets a node, others may wait for other reasons than before.
        while (settled(messages)) {
            messages.clear();
        }
        return messages;
    }

    /** Gives nodes to those who need not wait and tells why the others do; whether there was any to be given one. */
    private boolean settled(Map<String, String> messages) {
        boolean any = false;
        for (var pod : waiting()) {
            switch (scheduler.decide(pods.pod(pod, ""))) {
                case Decision.Bind(var name) -> {
                    plan.nodes().stream().filter(node -> node.name().equals(name))
                            .forEach(node -> pod.workload().settle(pod, node));
                    view.putPod(occupant(pod, name, resources(pod.workload())));
                    any = true;
                }
                case Decision.Wait(var message, _) -> messages.put(pod.name(), message);
                case Decision.Gated _,Decision.Awaiting _,Decision.NotMine _ -> {}
            }
        }
        return any;
    }

    private List<PodPlan> waiting() {
        return plan.workloads().stream().flatMap(workload -> workload.pods().stream())
                .filter(pod -> pod.state() == PodState.WAITING).toList();
    }

    /** Whatever the scheduler need not know of a pod that has its node is left out. */
    private void occupy(Workload workload) {
        if (!workload.line().claim().isEmpty()) {
            var claim = JsonNodeFactory.instance.objectNode();
            claim.putObject("metadata").put("namespace", workload.line().namespace()).put("name",
                    workload.line().claim());
            view.claims().putClaim(claim);
        }
        var resources = resources(workload);
        for (var pod : workload.pods()) {
            var node = pod.node();
            if (node != null && !pod.state().over()) {
                view.putPod(occupant(pod, node.name(), resources));
            }
        }
    }

    private static JsonNode resources(Workload workload) {
        return Templates.of(workload).path("spec").path("containers").path(0).path("resources");
    }

    private ObjectNode occupant(PodPlan pod, String node, JsonNode resources) {
        var object = JsonNodeFactory.instance.objectNode();
        var line = pod.workload().line();
        object.putObject("metadata").put("namespace", line.namespace()).put("name", pod.name()).put("uid",
                scribe.mint().uid("Pod", line.namespace(), pod.name()));
        object.putObject("spec").put("nodeName", node).put("priority", PodWriter.priority(line)).putArray("containers")
                .addObject().set("resources", resources);
        return object;
    }
}
