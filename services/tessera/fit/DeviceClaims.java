package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
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

    private static final String CLASS = "DeviceClass";

    DeviceClaims {
        names = List.copyOf(names);
        absent = List.copyOf(absent);
    }

    /** What would help where no node is looked at for want of something that can be made. */
    List<Suggestion> advice() {
        var found = new ArrayList<Suggestion>();
        for (var object : absent) {
            boolean ofClaim = object.kind().equals(CLASS);
            found.add(new Suggestion("Make the %s %s, which %s names and nobody has made".formatted(object.kind(),
                    object.name(), ofClaim ? "its claim" : "the pod"), "", Remedy.Make.of(object, spec(object))));
            found.add(new Suggestion("Or have the pods name another resource claim", "", new Remedy.Ask()));
        }
        return List.copyOf(found);
    }

    /** Of a class that is there, or one that has to be filled in. */
    private JsonNode spec(ObjectRef object) {
        var spec = JsonNodeFactory.instance.objectNode();
        if (object.kind().equals(CLASS)) {
            spec.putArray("selectors").addObject().putObject("cel").put("expression",
                    "device.driver == \"%s\"".formatted(object.name()));
            return spec;
        }
        var claim = object.kind().endsWith("Template") ? spec.putObject("spec") : spec;
        var request = claim.putObject("devices").putArray("requests").addObject().put("name", "gpu");
        (object.apiVersion().endsWith("v1beta1") ? request : request.putObject("exactly")).put("deviceClassName",
                known.someClass().orElse("gpu.nvidia.com"));
        return spec;
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

    /** Which claim wants more than any node has, or what no device is; empty where that is not why. */
    Optional<String> scarce() {
        return known.scarce(namespace, names);
    }

    /** How many such pods a node has devices for. */
    long room(String node) {
        return known.times(namespace, names, node);
    }
}
