package tessera.gpu;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ClaimDeviceRequest;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceSubRequest;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.text.SentenceJoiner;

/** The requests of the claims of waiting pods. Made once for a list: a cluster may have thousands of claims and pods. */
public final class WaitingPodClaimRequests {

    private final Map<String, ResourceClaim> claimsByKey;

    public WaitingPodClaimRequests(ClusterSnapshot clusterSnapshot) {
        claimsByKey = clusterSnapshot.devices().claims().stream()
                .collect(Collectors.toMap(ResourceClaim::key, Function.identity(), (first, _) -> first));
    }

    /** Returns the requested numbers of devices by class, of requests that name one number. */
    public Map<String, Long> countsOf(PodSummary pod) {
        var counts = new TreeMap<String, Long>();
        requestsOf(pod).filter(WaitingPodClaimRequests::isCounted).map(request -> request.options().getFirst())
                .forEach(option -> counts.merge(option.deviceClass(), (long) option.count(), Long::sum));
        return counts;
    }

    /** Returns the other requests, e.g. {@code gpu.example.com=all}, or alternatives with {@code or} between them. */
    public List<String> uncountedTexts(PodSummary pod) {
        return requestsOf(pod).filter(request -> !isCounted(request) && !request.options().isEmpty())
                .map(request -> SentenceJoiner
                        .choicesText(request.options().stream().map(WaitingPodClaimRequests::optionText).toList()))
                .toList();
    }

    /** Returns all requests as one text; empty where no claim is known. */
    public String requestsText(PodSummary pod) {
        return Stream.concat(countsOf(pod).entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()),
                uncountedTexts(pod).stream()).collect(Collectors.joining(", "));
    }

    private Stream<ClaimDeviceRequest> requestsOf(PodSummary pod) {
        return pod.claims().stream().map(name -> claimsByKey.get(pod.namespace() + "/" + name))
                .flatMap(Stream::ofNullable).flatMap(claim -> claim.requests().stream());
    }

    private static boolean isCounted(ClaimDeviceRequest request) {
        return request.options().size() == 1 && !request.options().getFirst().all();
    }

    private static String optionText(DeviceSubRequest option) {
        return option.deviceClass() + "=" + (option.all() ? "all" : option.count());
    }
}
