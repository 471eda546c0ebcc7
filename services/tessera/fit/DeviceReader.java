package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.claim.Devices;
import tessera.fit.wish.PodWish;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** Reads how it stands with the devices that a pod claims. */
final class DeviceReader {

    private final ObjectSource source;

    DeviceReader(ObjectSource source) {
        this.source = source;
    }

    DeviceClaims read(PodWish wish) throws Failure, InterruptedException {
        var devices = new Devices();
        var version = ClaimApi.served(source);
        source.each(new ObjectRef(version, "DeviceClass", "deviceclasses", "", ""), "", devices::putClass);
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
        return new DeviceClaims(wish.namespace(), names, devices, awaited, absent);
    }

    /** The claim that would be made of a template. */
    private static ObjectNode fresh(String namespace, String name, JsonNode template) {
        var claim = JsonNodeFactory.instance.objectNode();
        claim.putObject("metadata").put("namespace", namespace).put("name", name);
        claim.set("spec", template.at("/spec/spec"));
        return claim;
    }
}
