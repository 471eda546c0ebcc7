package tessera.gpu;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ClusterDraObjects;
import tessera.model.DeviceClass;
import tessera.model.DeviceSubRequest;
import tessera.model.NodeDraDevices;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;

/** A detector of pods that claim GPUs, and not network cards or other devices. */
public final class GpuResourceClaimDetector {

    private static final Pattern DRIVER = Pattern.compile("device\\.driver\\s*==\\s*['\"]([^'\"]+)['\"]");

    private final Map<String, ResourceClaim> claims;
    private final Map<String, Set<String>> resourcesByClass;

    public GpuResourceClaimDetector(ClusterDraObjects devices) {
        claims = devices.claims().stream()
                .collect(Collectors.toMap(ResourceClaim::key, Function.identity(), (one, _) -> one));
        resourcesByClass = devices.classes().stream().collect(
                Collectors.toMap(DeviceClass::name, GpuResourceClaimDetector::selectedResources, (one, _) -> one));
    }

    /** Returns whether the driver or the class of a claim shows that the pod claims GPUs; false also where its claims are not known. */
    public boolean claimsGpus(PodSummary pod) {
        return !claimedResources(pod).isEmpty();
    }

    /** Returns the resources as which device plugins would offer the GPUs that a pod claims; empty also where its claims are not known. */
    public Set<String> claimedResources(PodSummary pod) {
        return pod.claims().stream().map(name -> claims.get(pod.namespace() + "/" + name)).filter(Objects::nonNull)
                .flatMap(this::claimedResources).collect(Collectors.toSet());
    }

    private Stream<String> claimedResources(ResourceClaim claim) {
        return Stream.concat(claim.devices().stream().flatMap(device -> resourceOf(device.driver())),
                claim.requests().stream().flatMap(request -> request.options().stream())
                        .map(DeviceSubRequest::deviceClass).flatMap(this::resourcesOfClass));
    }

    /** Returns the resources as which device plugins would offer the GPUs of a DeviceClass. */
    public Stream<String> resourcesOfClass(String name) {
        return Stream.concat(resourcesByClass.getOrDefault(name, Set.of()).stream(), resourceOf(name));
    }

    private static Set<String> selectedResources(DeviceClass deviceClass) {
        return deviceClass.selectors().stream().flatMap(selector -> DRIVER.matcher(selector).results())
                .flatMap(match -> resourceOf(match.group(1))).collect(Collectors.toSet());
    }

    /** Returns the resources as which device plugins would offer the GPUs that DRA drivers publish of a node. */
    public static Set<String> publishedResources(NodeDraDevices devices) {
        return devices.slices().stream().filter(slice -> !slice.devices().isEmpty())
                .flatMap(slice -> resourceOf(slice.driver())).collect(Collectors.toSet());
    }

    private static Stream<String> resourceOf(String driver) {
        return DraGpuDriver.find(driver).map(DraGpuDriver::resource).stream();
    }
}
