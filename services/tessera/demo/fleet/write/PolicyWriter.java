package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tessera.demo.fleet.plan.Facts;
import tessera.demo.fleet.plan.NodePlan;
import tessera.demo.fleet.plan.Operand;
import tessera.demo.fleet.plan.Plan;
import tessera.demo.fleet.plan.Policy;

/** The GPU operator's policy, and the configurations it refers to. */
final class PolicyWriter {

    private static final String OPERATOR = "gpu-operator";
    private static final Duration BROKEN_FOR = Duration.ofMinutes(38);

    private final Scribe scribe;
    private final Plan plan;
    private final Consumer<ObjectNode> out;
    private final Instant installed;

    PolicyWriter(Scribe scribe, Consumer<ObjectNode> out) {
        this.scribe = scribe;
        plan = scribe.plan();
        this.out = out;
        installed = plan.now().minus(Duration.ofDays(61));
    }

    void write() {
        var policy = scribe.object("nvidia.com/v1", "ClusterPolicy", "", "cluster-policy", installed);
        Scribe.metadata(policy).put("generation", 7).putObject("labels").put("app.kubernetes.io/component", OPERATOR)
                .put("app.kubernetes.io/instance", OPERATOR).put("app.kubernetes.io/managed-by", "Helm")
                .put("app.kubernetes.io/name", OPERATOR).put("app.kubernetes.io/version", Facts.OPERATOR)
                .put("helm.sh/chart", OPERATOR + "-" + Facts.OPERATOR);
        Scribe.metadata(policy).putObject("annotations").put("meta.helm.sh/release-name", OPERATOR)
                .put("meta.helm.sh/release-namespace", OPERATOR);
        policy.set("spec", Policy.usual());
        var unready = unready();
        var since = unready.isEmpty() ? installed : plan.now().minus(BROKEN_FOR);
        policy.set("status", PolicyStatus.of(unready).status(OPERATOR, Times.seconds(since),
                JsonNodeFactory.instance.objectNode()));
        FieldSets.add(policy, "helm", false, installed, List.of("metadata.labels", "spec"));
        FieldSets.add(policy, OPERATOR, true, since, List.of("status"));
        out.accept(policy);
        writeConfigurations();
    }

    /** The operands that wait for a node's driver, or are it; in a large fleet some of them have no pods. */
    private List<String> unready() {
        boolean broken = plan.nodes().stream().anyMatch(node -> node.state() == NodePlan.State.DRIVERLESS);
        boolean divisible = plan.nodes().stream()
                .anyMatch(node -> node.state() == NodePlan.State.DRIVERLESS && node.model().migCapable());
        var states = new ArrayList<String>();
        for (var operand : Operand.all()) {
            boolean there = plan.stack().stream()
                    .anyMatch(workload -> workload.line().name().equals(operand.daemonSet())
                            && !workload.pods().isEmpty());
            if (broken && there && (divisible || !operand.daemonSet().equals(Operand.MIG))) {
                states.add(operand.state());
            }
        }
        return states;
    }

    private void writeConfigurations() {
        var sharing = """
                version: v1
                sharing:
                  timeSlicing:
                    renameByDefault: %s
                    failRequestsGreaterThanOne: true
                    resources:
                    - name: nvidia.com/gpu
                      replicas: 4
                """;
        var plugin = map("device-plugin-config");
        plugin.putObject("data").put("renamed-4", sharing.formatted("true"))
                .put("shared-4", sharing.formatted("false")).put("whole", "version: v1\n");
        finish(plugin, "kubectl-create");
        var layouts = map("mig-layouts");
        layouts.putObject("data").put("config.yaml", MigLayouts.ofTheFleet());
        finish(layouts, "kubectl-create");
        var usual = map("default-mig-parted-config");
        Scribe.metadata(usual).putObject("labels").put("app.kubernetes.io/managed-by", OPERATOR);
        scribe.own(usual, "nvidia.com/v1", "ClusterPolicy", "cluster-policy");
        usual.putObject("data").put("config.yaml", MigLayouts.usual());
        finish(usual, OPERATOR);
        var clients = map("default-gpu-clients");
        scribe.own(clients, "nvidia.com/v1", "ClusterPolicy", "cluster-policy");
        clients.putObject("data").put("clients.yaml", """
                version: v1
                systemd-services:
                - nvsm.service
                - nvidia-dcgm.service
                - dcgm.service
                """);
        finish(clients, OPERATOR);
    }

    private ObjectNode map(String name) {
        return scribe.object("v1", "ConfigMap", OPERATOR, name, installed);
    }

    private void finish(ObjectNode map, String writer) {
        FieldSets.add(map, writer, false, installed, List.of("data"));
        out.accept(map);
    }
}
