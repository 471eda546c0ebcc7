package tessera.gpu;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.model.ClusterDraObjects;
import tessera.model.DeviceClass;
import tessera.model.DeviceSubRequest;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;

/** A detector of pods that claim GPUs, and not network cards or other devices. */
public final class GpuResourceClaimDetector {

    private static final Pattern DRIVER = Pattern.compile("device\\.driver\\s*==\\s*['\"]([^'\"]+)['\"]");

    private final Map<String, ResourceClaim> claims;
    private final Set<String> gpuClasses;

    public GpuResourceClaimDetector(ClusterDraObjects devices) {
        claims = devices.claims().stream()
                .collect(Collectors.toMap(ResourceClaim::key, Function.identity(), (one, _) -> one));
        gpuClasses = devices.classes().stream().filter(GpuResourceClaimDetector::selectsGpus).map(DeviceClass::name)
                .collect(Collectors.toSet());
    }

    /** Returns whether the driver or the class of a claim shows that the pod claims GPUs; false also where its claims are not known. */
    public boolean claimsGpus(PodSummary pod) {
        return pod.claims().stream().map(name -> claims.get(pod.namespace() + "/" + name)).filter(Objects::nonNull)
                .anyMatch(this::isOfGpus);
    }

    private boolean isOfGpus(ResourceClaim claim) {
        return claim.devices().stream().anyMatch(device -> DraGpuDriver.find(device.driver()).isPresent())
                || claim.requests().stream().flatMap(request -> request.options().stream())
                        .map(DeviceSubRequest::deviceClass)
                        .anyMatch(name -> gpuClasses.contains(name) || DraGpuDriver.find(name).isPresent());
    }

    private static boolean selectsGpus(DeviceClass deviceClass) {
        return deviceClass.selectors().stream().flatMap(selector -> DRIVER.matcher(selector).results())
                .anyMatch(match -> DraGpuDriver.find(match.group(1)).isPresent());
    }
}
