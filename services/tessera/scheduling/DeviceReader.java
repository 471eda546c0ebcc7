package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.dra.DeviceState;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.model.ResourceClaim;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Reads how it stands with the devices that a pod claims. */
final class DeviceReader {

    private final ObjectSource source;

    DeviceReader(ObjectSource source) {
        this.source = source;
    }

    /** Empty for a pod that claims no devices, be it by a name of theirs among its requests. */
    Optional<DeviceClaims> read(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var devices = new DeviceState();
        var version = ClaimApi.served(source);
        source.each(new ObjectRef(version, "DeviceClass", "deviceclasses", "", ""), "", devices::putClass);
        var backed = backed(wish, devices);
        return wish.deviceClaims().isEmpty() && backed.isEmpty() ? Optional.empty()
                : Optional.of(read(wish, version, devices, backed));
    }

    /** Whether a pod may get devices by claims. */
    static boolean concerns(PodSchedulingSpec wish) {
        return !wish.deviceClaims().isEmpty() || extended(wish).findAny().isPresent();
    }

    private static Stream<String> extended(PodSchedulingSpec wish) {
        return wish.requests().names().stream().filter(name -> name.contains("/") && wish.requests().get(name) > 0);
    }

    /** The claims that a scheduler would make for extended resources which a class of devices serves. */
    private static Map<String, String> backed(PodSchedulingSpec wish, DeviceState devices) {
        var claims = new TreeMap<String, String>();
        for (var resource : extended(wish).toList()) {
            devices.classServing(resource).ifPresent(name -> {
                int count = (int) Math.min(Integer.MAX_VALUE, wish.requests().get(resource));
                var request = new DeviceSubRequest("request", name, List.of(), false, count, false, List.of(),
                        Map.of());
                var claim = "%s-%s".formatted(wish.name(), resource.replace('/', '-'));
                devices.put(new ResourceClaim(wish.namespace(), claim, null, false, OwnerRef.NONE, true,
                        List.of(new DeviceRequest("request", List.of(request))), List.of(), null, List.of()));
                claims.put(resource, claim);
            });
        }
        return claims;
    }

    private DeviceClaims read(PodSchedulingSpec wish, String version, DeviceState devices, Map<String, String> backed)
            throws Failure, InterruptedException {
        source.each(new ObjectRef(version, "ResourceSlice", "resourceslices", "", ""), "", devices::putSlice);
        source.each(new ObjectRef(version, "ResourceClaim", "resourceclaims", "", ""), "", devices::putClaim);
        var names = new ArrayList<String>();
        var absent = new ArrayList<ObjectRef>();
        var awaited = Optional.<String>empty();
        for (var claim : wish.deviceClaims()) {
            var name = claim.made();
            if (name.isEmpty()) {
                var ref = new ObjectRef(version, "ResourceClaimTemplate", "resourceclaimtemplates", wish.namespace(),
                        claim.template());
                var template = source.object(ref);
                if (template.isPresent()) {
                    name = wish.name() + "-" + claim.name();
                    devices.putClaim(fresh(wish.namespace(), name, template.get()));
                } else {
                    awaited = Optional.of("resource claim template “%s” not found".formatted(claim.template()));
                    absent.add(ref);
                }
            } else if (devices.awaited(wish.namespace(), List.of(name))) {
                awaited = Optional.of("resource claim “%s” not found, or being deleted".formatted(name));
                var ref = new ObjectRef(version, "ResourceClaim", "resourceclaims", wish.namespace(), name);
                // One that is made of a template comes by itself.
                if (claim.template().isEmpty() && source.object(ref).isEmpty()) {
                    absent.add(ref);
                }
            }
            names.add(name);
        }
        devices.lackedClass(wish.namespace(), names)
                .ifPresent(name -> absent.add(new ObjectRef(version, "DeviceClass", "deviceclasses", "", name)));
        return new DeviceClaims(wish.namespace(), names, backed, devices, awaited, absent);
    }

    /** The claim that would be made of a template. */
    private static ObjectNode fresh(String namespace, String name, JsonNode template) {
        var claim = JsonNodeFactory.instance.objectNode();
        claim.putObject("metadata").put("namespace", namespace).put("name", name);
        claim.set("spec", template.at("/spec/spec"));
        return claim;
    }
}
