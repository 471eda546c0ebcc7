package tessera.demo.fleet.plan;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The fleet of the demo as it is told: these nodes, teams and workloads, and what goes well and wrong. */
public record Story(List<Machine> nodes, List<Team> teams, List<Line> workloads) {

    /** The names of the nodes it tells of. */
    public static Set<String> names() {
        return Scripts.story().nodes().stream().map(Machine::name).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * One node.
     *
     * @param zone      one letter
     * @param layout    its MIG layout; empty for none
     * @param slices    into how many time slices each GPU is shared; 0 for none
     * @param renamed   whether the slices are offered under a name of their own
     * @param state     how it is, by name; empty when well
     * @param dedicated for whom it is reserved; empty for all
     */
    public record Machine(String name, String model, String zone, String rack, String layout, int slices,
            boolean renamed, String state, String dedicated) {

        public Machine {
            layout = layout == null ? "" : layout;
            state = state == null ? "" : state;
            dedicated = dedicated == null ? "" : dedicated;
        }
    }

    /**
     * A team's namespace.
     *
     * @param quota  what it may have; {@code =} stands for exactly what it has
     * @param limits whether containers get default limits
     */
    public record Team(String namespace, Map<String, String> quota, boolean limits) {}
}
