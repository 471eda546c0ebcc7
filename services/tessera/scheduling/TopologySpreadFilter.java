package tessera.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Toleration;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.scheduling.spec.TopologySpreadConstraint;

/** The topology spreads of a pod, with the pods counted once that they are about. */
final class TopologySpreadFilter {

    private static final String REASON = "node(s) didn't match pod topology spread constraints";

    private final List<SpreadTally> tallies = new ArrayList<>();

    /**
     * How many of the pods each place has.
     *
     * @param least of any place
     * @param own   1 where the pod itself counts
     */
    private record SpreadTally(TopologySpreadConstraint rule, Map<String, Integer> counts, int least, int own) {}

    TopologySpreadFilter(SchedulingSnapshot scene, PodSchedulingSpec wish) {
        for (var rule : wish.spread()) {
            var counts = new HashMap<String, Integer>();
            for (var room : scene.rooms()) {
                var place = room.facts().labels().get(rule.topologyKey());
                if (place != null && counts(room, wish, rule)) {
                    counts.merge(place, matching(room, wish, rule), Integer::sum);
                }
            }
            int least = counts.isEmpty() || counts.size() < rule.minDomains() ? 0
                    : counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
            tallies.add(new SpreadTally(rule, counts, least, rule.pods().matches(wish.labels()) ? 1 : 0));
        }
    }

    private static boolean counts(SchedulerNode room, PodSchedulingSpec wish, TopologySpreadConstraint rule) {
        return wish.spread().stream().allMatch(each -> room.facts().labels().containsKey(each.topologyKey()))
                && (!rule.honoursNodeRule() || wish.nodeRule().matches(room.name(), room.facts().labels()))
                && (!rule.honoursTaints()
                        || room.repelling().stream().allMatch(taint -> Toleration.any(wish.tolerations(), taint)));
    }

    private static int matching(SchedulerNode room, PodSchedulingSpec wish, TopologySpreadConstraint rule) {
        return (int) room.occupants().stream().filter(other -> !other.ending()
                && other.namespace().equals(wish.namespace()) && rule.pods().matches(other.labels())).count();
    }

    Optional<FilterFailure> objection(SchedulerNode room) {
        for (var tally : tallies) {
            var key = tally.rule().topologyKey();
            var place = room.facts().labels().get(key);
            if (place == null) {
                return Optional.of(FilterFailure.lasting(FilterCheck.SPREAD, REASON + " (missing required label)",
                        "no label " + key + ", over which its pods are to be spread"));
            }
            int there = tally.counts().getOrDefault(place, 0);
            if (there + tally.own() - tally.least() > tally.rule().maxSkew()) {
                return Optional.of(FilterFailure.others(FilterCheck.SPREAD, REASON,
                        "its pods would be spread too unevenly",
                        "%s=%s has %d such pods already, another place %d: they may differ by %d".formatted(key, place,
                                there, tally.least(), tally.rule().maxSkew()),
                        true));
            }
        }
        return Optional.empty();
    }
}
