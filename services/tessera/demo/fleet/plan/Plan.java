package tessera.demo.fleet.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The whole fleet, planned but not yet written down as objects.
 *
 * @param now       the instant at which everything is as planned
 * @param workloads of the teams
 * @param stack     of the cluster itself
 */
public record Plan(Mint mint, Instant now, List<NodePlan> nodes, List<Story.Team> teams, List<Workload> workloads,
        List<Workload> stack) {

    /** How long ago the lost nodes of the fleet last gave a sign. */
    public static final Duration SILENCE = Duration.ofMinutes(7);

    public Plan {
        nodes = List.copyOf(nodes);
        teams = List.copyOf(teams);
        workloads = List.copyOf(workloads);
        stack = List.copyOf(stack);
    }

    /**
     * Plans a fleet. The same arguments give the same plan.
     *
     * @param nodes   how many nodes; the first thirty are those of the story
     * @param daemons which have pods
     */
    public static Plan of(long seed, int nodes, Daemons daemons, Instant now) {
        return new Planner(seed, nodes, daemons, now).plan();
    }

    /**
     * How much the pods of a namespace use of what a quota counts.
     *
     * @param counted e.g. {@code requests.nvidia.com/gpu} or {@code pods}
     */
    public long used(String namespace, String counted) {
        return workloads.stream().filter(workload -> workload.line().namespace().equals(namespace))
                .mapToLong(workload -> workload.pods().stream().filter(pod -> !pod.state().over()).count()
                        * each(workload.line(), counted))
                .sum();
    }

    /** What a number of the story's thirty nodes is in this fleet, which may be larger. */
    public long grown(long ofTheStory) {
        int story = Scripts.story().nodes().size();
        return ofTheStory * Math.max(nodes.size(), story) / story;
    }

    private static long each(Line line, String counted) {
        return counted.equals("pods") ? 1
                : line.wants().entrySet().stream()
                        .filter(want -> counted.equals("requests." + want.getKey())).mapToLong(Map.Entry::getValue)
                        .sum();
    }
}
