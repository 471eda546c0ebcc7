package tessera.demo.fleet.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts the story's pods on its nodes, and a daemon's pod on each node that the daemon wants. */
final class Planner {

    private static final Duration BROKEN_FOR = Duration.ofMinutes(38);
    private static final Set<String> NEEDED = Set.of("kube-system", "gpu-operator");

    private final Mint mint;
    private final int count;
    private final Daemons daemons;
    private final Instant now;
    private final Story story = Scripts.story();
    private final Hardware hardware = Hardware.load();
    private final Map<String, NodePlan> nodes = new LinkedHashMap<>();

    Planner(long seed, int count, Daemons daemons, Instant now) {
        mint = new Mint(seed);
        this.count = count;
        this.daemons = daemons;
        this.now = now;
    }

    Plan plan() {
        var machines = new ArrayList<>(story.nodes().subList(0, Math.min(count, story.nodes().size())));
        var growth = new Growth(mint, story);
        machines.addAll(growth.machines(count - machines.size()));
        machines.forEach(machine -> nodes.put(machine.name(),
                new NodePlan(machine, hardware, nodes.size(), bornAt(machine.name()))));
        var workloads = new ArrayList<Workload>();
        for (var line : story.workloads()) {
            var workload = start(line);
            line.pods().forEach(place -> place(workload, place));
            if (!workload.pods().isEmpty() || line.blocked() > 0) {
                workloads.add(workload);
            }
        }
        var fresh = nodes.values().stream().skip(story.nodes().size()).toList();
        workloads.addAll(growth.fill(fresh, now));
        return new Plan(mint, now, List.copyOf(nodes.values()), story.teams(), workloads, stack());
    }

    /** Machines were put up over some months. */
    private Instant bornAt(String node) {
        return now.minus(Duration.ofDays(20)).minusSeconds(mint.number("born/" + node, 150 * 24 * 3600));
    }

    private Workload start(Line line) {
        var revision = mint.letters("revision/" + line.namespace() + "/" + line.name(), 10);
        return new Workload(line, now.minus(line.duration()), revision);
    }

    private void place(Workload workload, Line.Place place) {
        var node = nodes.get(place.on());
        if (node == null && !place.on().isEmpty()) {
            return;
        }
        for (int i = 0; i < place.count(); i++) {
            add(workload, node, place);
        }
    }

    private void add(Workload workload, @Nullable NodePlan node, Line.Place place) {
        var line = workload.line();
        int index = workload.pods().size();
        var key = line.namespace() + "/" + line.name() + "/" + index;
        var born = place.age().isEmpty()
                ? workload.createdAt().plusSeconds(1 + mint.number("start/" + key, 5))
                : now.minus(Duration.parse(place.age()));
        var ending = place.name().isEmpty() ? mint.letters("pod/" + key, 5) : place.name();
        if (node != null && !PodState.valueOf(place.state()).over() && !node.take(line)) {
            throw new IllegalStateException("The story puts too much on " + node.name() + ": " + line.name());
        }
        workload.add(ending, node, place, born);
    }

    private List<Workload> stack() {
        var stack = new ArrayList<Workload>();
        for (var line : Scripts.lines("stack.json")) {
            if (!line.kind().equals("DaemonSet")) {
                stack.add(replicas(line));
            } else if (daemons.have(line) && usual(line)) {
                stack.add(start(line));
            }
        }
        for (var node : nodes.values()) {
            var labels = NodeLabels.of(node).all();
            stack.stream().filter(workload -> workload.line().kind().equals("DaemonSet")
                    && runsOn(workload.line(), node, labels)).forEach(daemon -> addDaemon(daemon, node));
        }
        stack.removeIf(workload -> workload.pods().isEmpty() && Operand.of(workload.line().name()).isEmpty());
        return stack;
    }

    /** What the policy leaves out is not there. */
    private static boolean usual(Line line) {
        return Operand.of(line.name()).map(new Policy(Policy.usual())::wants).orElse(true);
    }

    private static boolean runsOn(Line line, NodePlan node, Map<String, String> labels) {
        var tolerations = Mark.tolerations(line);
        return labels.entrySet().containsAll(line.select().entrySet()) && Mark.taints(node).stream()
                .allMatch(taint -> tolerations.stream().anyMatch(each -> each.tolerates(taint)));
    }

    private void addDaemon(Workload workload, NodePlan node) {
        var line = workload.line();
        var key = "daemon/" + line.name() + "/" + node.name();
        var state = daemonState(line, node);
        boolean broken = state == PodState.CRASHING;
        int restarts = broken ? 14 : mint.number(key, 40) == 0 ? 3 : 0;
        var since = node.createdAt().isAfter(workload.createdAt()) ? node.createdAt() : workload.createdAt();
        var born = broken ? now.minus(BROKEN_FOR) : since.plusSeconds(mint.number(key, 90));
        workload.add(mint.letters(key, 5), node, new Line.Place(node.name(), 1, state.name(), "", "", restarts), born);
    }

    /** Where the driver is broken, everything that starts after it waits. */
    private static PodState daemonState(Line line, NodePlan node) {
        return switch (node.state()) {
            case LOST -> PodState.LOST;
            case DRIVERLESS -> line.step() == 0
                    ? PodState.RUNNING
                    : line.step() == 1 ? PodState.CRASHING : PodState.BLOCKED;
            default -> PodState.RUNNING;
        };
    }

    private Workload replicas(Line line) {
        var workload = start(line);
        var hosts = hosts(line);
        int replicas = line.kind().equals("Static") ? hosts.size() : Math.min(line.replicas(), hosts.size());
        for (int i = 0; i < replicas; i++) {
            var at = line.kind().equals("Static") ? i : i + mint.number("host/" + line.name(), hosts.size());
            var host = hosts.get(at % hosts.size());
            add(workload, host, new Line.Place(host.name(), 1, "RUNNING", "", "", 0));
        }
        return workload;
    }

    /** Where the cluster is so small that it has no such nodes, its control plane has what no cluster is without. */
    private List<NodePlan> hosts(Line line) {
        var meant = nodes.values().stream().filter(node -> node.model().id().equals(line.on())).toList();
        return meant.isEmpty() && NEEDED.contains(line.namespace())
                ? nodes.values().stream().filter(node -> node.model().id().equals("cp") && node.fits(line)).toList()
                : meant;
    }
}
