package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.dra.DraClusterState;
import tessera.model.ClaimDeviceRequest;
import tessera.model.ControllerRef;
import tessera.model.DeviceSubRequest;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ResourceClaim;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/** Reads the resource claims of a pod and the state of the cluster's devices. */
final class PodDeviceClaimReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodDeviceClaimReader.class);

    /** What an event says before the reason of the API server. */
    private static final Pattern CLAIM_PREFIX = Pattern
            .compile("^PodResourceClaim \\S+: ((failed to )?create ResourceClaim[^:]*: )?");

    private final ClusterObjectSource source;

    PodDeviceClaimReader(ClusterObjectSource source) {
        this.source = source;
    }

    /** Reads the claims; empty for a pod without claims and without extended resources that a class serves. */
    Optional<PodDeviceClaims> read(PodSchedulingSpec spec) throws ProblemException, InterruptedException {
        var devices = new DraClusterState();
        var version = DraApiVersionReader.readServedVersion(source);
        source.forEach(new ObjectRef(version, "DeviceClass", "deviceclasses", "", ""), "", devices::putClass);
        var backed = classBackedClaims(spec, devices);
        if (spec.deviceClaims().isEmpty() && backed.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(readClaims(spec, version, devices, backed));
    }

    /** Returns whether a pod may get devices by claims. */
    static boolean mayUseClaims(PodSchedulingSpec spec) {
        return !spec.deviceClaims().isEmpty() || extendedResources(spec).findAny().isPresent();
    }

    private static Stream<String> extendedResources(PodSchedulingSpec spec) {
        return spec.requests().names().stream().filter(name -> name.contains("/") && spec.requests().get(name) > 0);
    }

    /** Returns the claims that the scheduler would create for extended resources which a DeviceClass serves. */
    private static Map<String, String> classBackedClaims(PodSchedulingSpec spec, DraClusterState devices) {
        var claims = new TreeMap<String, String>();
        for (var resource : extendedResources(spec).toList()) {
            devices.classOfResource(resource).ifPresent(name -> {
                int count = (int) Math.min(Integer.MAX_VALUE, spec.requests().get(resource));
                var request = new DeviceSubRequest("request", name, List.of(), false, count, false, List.of(),
                        Map.of());
                var claim = "%s-%s".formatted(spec.name(), resource.replace('/', '-'));
                devices.putObject(new ResourceClaim(spec.namespace(), claim, null, false, ControllerRef.NONE, true,
                        List.of(new ClaimDeviceRequest("request", List.of(request))), List.of(), null, List.of()));
                claims.put(resource, claim);
            });
        }
        return claims;
    }

    private PodDeviceClaims readClaims(PodSchedulingSpec spec, String version, DraClusterState devices,
            Map<String, String> backed) throws ProblemException, InterruptedException {
        source.forEach(new ObjectRef(version, "ResourceClaim", "resourceclaims", "", ""), "", devices::putClaim);
        var names = new ArrayList<String>();
        var absent = new ArrayList<ObjectRef>();
        var awaited = Optional.<String>empty();
        for (var claim : spec.deviceClaims()) {
            var name = claim.claimName();
            if (name.isEmpty()) {
                var ref = new ObjectRef(version, "ResourceClaimTemplate", "resourceclaimtemplates", spec.namespace(),
                        claim.template());
                var template = source.find(ref);
                if (template.isPresent()) {
                    var refused = creationFailure(spec, claim.name());
                    awaited = refused.isPresent() ? refused : awaited;
                    name = spec.name() + "-" + claim.name();
                    devices.putClaim(claimFromTemplate(spec.namespace(), name, template.get()));
                } else {
                    awaited = Optional.of(MESSAGES.text("claim.missingTemplate", claim.template()));
                    absent.add(ref);
                }
            } else if (devices.awaitsClaims(spec.namespace(), List.of(name))) {
                awaited = Optional.of(MESSAGES.text("claim.missing", name));
                var ref = new ObjectRef(version, "ResourceClaim", "resourceclaims", spec.namespace(), name);
                // One that is made of a template comes by itself.
                if (claim.template().isEmpty() && source.find(ref).isEmpty()) {
                    absent.add(ref);
                }
            }
            names.add(name);
        }
        var missingClass = devices.missingClass(spec.namespace(), names);
        missingClass.ifPresent(name -> absent.add(new ObjectRef(version, "DeviceClass", "deviceclasses", "", name)));
        readSlices(version, devices, missingClass.isEmpty());
        return new PodDeviceClaims(spec.namespace(), names, backed, devices, awaited, absent);
    }

    /**
     * Reads what drivers publish.
     *
     * @param needed false where a class is missing: the scheduler refuses the pod before it looks at any device, and slices only
     *               tell which driver a new class could select
     */
    private void readSlices(String version, DraClusterState devices, boolean needed)
            throws ProblemException, InterruptedException {
        try {
            source.forEach(new ObjectRef(version, "ResourceSlice", "resourceslices", "", ""), "", devices::putSlice);
        } catch (ProblemException unreadable) {
            if (needed) {
                throw unreadable;
            }
        }
    }

    /** Returns why the claim of a template was not created for a pod that is there; empty where no event tells. */
    private Optional<String> creationFailure(PodSchedulingSpec spec, String claim)
            throws ProblemException, InterruptedException {
        try {
            return PodEventHistory.read(source, spec.namespace(), spec.uid()).events().stream()
                    .filter(event -> event.reason().equals("FailedResourceClaimCreation")
                            && event.message().startsWith("PodResourceClaim %s:".formatted(claim)))
                    .findFirst().map(event -> MESSAGES.text("claim.notCreated", claim,
                            CLAIM_PREFIX.matcher(event.message()).replaceFirst("")));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    /** Returns the claim that would be created from a template. */
    private static ObjectNode claimFromTemplate(String namespace, String name, JsonNode template) {
        var claim = JsonNodeFactory.instance.objectNode();
        claim.putObject("metadata").put("namespace", namespace).put("name", name);
        claim.set("spec", template.at("/spec/spec"));
        return claim;
    }
}
