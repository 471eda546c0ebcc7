package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.model.AllocatedDevice;
import tessera.model.ClaimDeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * A claim on devices and its status.
 *
 * @param node    where its devices are; empty where it has none, or others reach them
 * @param users   pods that it is reserved for, or while it waits, that name it; with their namespaces
 * @param message who uses it, or why it waits
 */
public record ResourceClaimSummary(ResourceClaim claim, ResourceClaimStatus status, String node, List<String> users,
        String message) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimSummary.class);
    private static final int NAMED = 8;
    private static final Pattern WHOLE = Pattern.compile("gpu-\\d{1,4}");

    public ResourceClaimSummary {
        users = List.copyOf(users);
    }

    /** Returns the requested devices, e.g. {@code 2 × gpu.nvidia.com}; alternatives behind “else”. */
    public String requestText() {
        return claim.requests().stream()
                .map(request -> request.options().stream().map(ResourceClaimSummary::optionText)
                        .reduce((first, next) -> MESSAGES.text("request.else", first, next)).orElse(""))
                .collect(Collectors.joining(" + "));
    }

    private static String optionText(DeviceSubRequest option) {
        var amount = option.all() ? MESSAGES.text("request.all") : Integer.toString(option.count());
        return "%s × %s%s".formatted(amount, option.deviceClass(), option.adminAccess() ? " (admin)" : "");
    }

    /** Returns the number of requested devices; the largest number among alternatives. */
    public long requestedDevices() {
        return claim.requests().stream().mapToLong(ResourceClaimSummary::largestCount).sum();
    }

    private static long largestCount(ClaimDeviceRequest request) {
        return request.options().stream().filter(option -> !option.adminAccess()).mapToLong(DeviceSubRequest::count)
                .max().orElse(0);
    }

    /** Returns the allocated devices, e.g. {@code gpu-0, gpu-3…7}. */
    public String allocationText() {
        var names = claim.devices().stream().map(AllocatedDevice::device).distinct().toList();
        var runs = new ArrayList<String>();
        for (int at = 0; at < names.size();) {
            int last = at;
            while (last + 1 < names.size() && isNextNumber(names.get(last), names.get(last + 1))) {
                last++;
            }
            boolean run = last - at > 1;
            runs.add(run ? names.get(at) + "…" + deviceNumber(names.get(last)) : names.get(at));
            at = run ? last + 1 : at + 1;
        }
        return SentenceJoiner.listText(runs, NAMED);
    }

    private static boolean isNextNumber(String one, String next) {
        int number = deviceNumber(one);
        return number >= 0 && number + 1 == deviceNumber(next) && WHOLE.matcher(one).matches()
                && WHOLE.matcher(next).matches();
    }

    private static int deviceNumber(String device) {
        return DraGpuDriver.boardNumber(device);
    }
}
