package tessera.fit;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.claim.Devices;
import tessera.claim.Freeing;
import tessera.model.ObjectRef;

/**
 * How it stands with the devices that a pod claims.
 *
 * @param names   of its claims
 * @param known   classes, slices and claims of the cluster
 * @param awaited why nothing can be tried yet, a sentence without a full stop; empty where all claims are there
 * @param absent  what it names and nobody has made
 */
record DeviceClaims(String namespace, List<String> names, Devices known, Optional<String> awaited,
        List<ObjectRef> absent) {

    private static final String REQUESTS = """
            devices:
              requests:
              - name: gpu
            """;

    DeviceClaims {
        names = List.copyOf(names);
        absent = List.copyOf(absent);
    }

    /** What would help where no node is looked at for want of something that can be made. */
    List<Suggestion> advice() {
        return absent.stream().map(object -> new Suggestion("Make the %s %s, which the pod names and nobody has made"
                .formatted(object.kind(), object.name()), "", new Remedy.Make(object, spec(object)))).toList();
    }

    /** Of a class that is there, or one that has to be filled in. */
    private String spec(ObjectRef object) {
        if (object.kind().equals("DeviceClass")) {
            return "selectors:\n- cel:\n    expression: device.driver == \"%s\"\n".formatted(object.name());
        }
        var named = "deviceClassName: %s\n".formatted(known.someClass().orElse("gpu.nvidia.com"));
        var wants = REQUESTS + (object.apiVersion().endsWith("v1beta1") ? named.indent(4)
                : "exactly:\n".indent(4) + named.indent(6));
        return object.kind().endsWith("Template") ? "spec:\n" + wants.indent(2) : wants;
    }

    /** The few pods whose end would leave a node enough devices. */
    List<String> leavers(String node, Predicate<String> able) {
        return new Freeing(known, namespace, names, node).of(able);
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
