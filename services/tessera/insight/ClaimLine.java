package tessera.insight;

import java.util.List;
import java.util.stream.Collectors;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;
import tessera.model.WordList;

/**
 * A claim on devices and what became of it.
 *
 * @param node    where its devices are; empty where it has none, or others reach them
 * @param users   pods that it is reserved for, or while it waits, that name it; with their namespaces
 * @param message who uses it, or why it waits
 */
public record ClaimLine(ResourceClaim claim, ClaimStatus status, String node, List<String> users, String message) {

    private static final int NAMED = 8;

    public ClaimLine {
        users = List.copyOf(users);
    }

    /** Returns what it asks for, e.g. {@code 2 × gpu.nvidia.com}; alternatives behind “else”. */
    public String asks() {
        return claim.requests().stream()
                .map(request -> request.options().stream().map(ClaimLine::asked).collect(Collectors.joining(", else ")))
                .collect(Collectors.joining(" + "));
    }

    private static String asked(DeviceSubRequest option) {
        var amount = option.all() ? "all" : Integer.toString(option.count());
        return "%s × %s%s".formatted(amount, option.deviceClass(), option.admin() ? " (admin)" : "");
    }

    /** Returns how many devices it asks for; the most that an alternative asks for. */
    public long wanted() {
        return claim.requests().stream().mapToLong(request -> request.options().stream()
                .filter(option -> !option.admin()).mapToLong(DeviceSubRequest::count).max().orElse(0)).sum();
    }

    /** Returns what it has, e.g. {@code gpu-0, gpu-1}. */
    public String holds() {
        return WordList.some(claim.devices().stream().map(AllocatedDevice::device).distinct().toList(), NAMED);
    }
}
