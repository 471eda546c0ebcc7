package tessera.fit;

import java.util.List;
import java.util.Optional;
import tessera.claim.Devices;

/**
 * How it stands with the devices that a pod claims.
 *
 * @param names   of its claims
 * @param known   classes, slices and claims of the cluster
 * @param awaited why nothing can be tried yet, a sentence without a full stop; empty where all claims are there
 */
record DeviceClaims(String namespace, List<String> names, Devices known, Optional<String> awaited) {

    DeviceClaims {
        names = List.copyOf(names);
    }

    /** Why no node at all can be had. */
    Optional<String> refusal() {
        return awaited.or(() -> known.refusal(namespace, names));
    }

    /** An expression of which it is not known what it selects. */
    Optional<String> unclear() {
        return known.unclear(namespace, names);
    }

    /** What the scheduler says of that, which says nothing while claims are still to be made. */
    String words(int nodes) {
        return awaited.isPresent() ? "" : SchedulerWords.hopeless(nodes, refusal().orElse(""));
    }

    Optional<Objection> objection(String node) {
        return known.objection(namespace, names, node).map(reason -> known.offered(namespace, names, node)
                ? Objection.others(Check.DEVICES, reason, "devices claimed by others",
                        "what it claims is there, but claimed by others", false)
                : Objection.lasting(Check.DEVICES, reason, "no such device to claim",
                        "has no device that its claims would take"));
    }

    /** How many such pods a node has devices for. */
    long room(String node) {
        return known.times(namespace, names, node);
    }
}
