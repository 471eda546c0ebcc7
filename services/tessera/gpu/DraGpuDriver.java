package tessera.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.DeviceTaint;
import tessera.model.ResourceSliceDevice;

/**
 * A DRA driver that publishes GPUs, and the attributes that describe its devices. It is data
 * ({@code gpu-drivers.json}); a new driver is an entry there.
 *
 * @param resource extended resource by which a device plugin of the same vendor offers such GPUs
 * @param wholeTypes    types of devices that are a whole board
 * @param partTypes    types of devices that are a part of a board
 * @param hiddenTypes   types of devices that are a board by another way, such as passthrough to virtual machines
 * @param functions the address of a board that shows its parts as functions of its own: bus and device; without groups
 *                  for a driver whose devices have the address of their board
 */
public record DraGpuDriver(String name, String vendor, String resource, List<String> wholeTypes, List<String> partTypes,
        List<String> hiddenTypes, Map<String, List<String>> attributes, Pattern namePattern, Pattern functions) {

    private static final String MODEL = "model";
    private static final String PARENT = "parent";
    private static final String UUID = "uuid";
    private static final String ADDRESS = "address";
    private static final Pattern NUMBER = Pattern.compile("gpu-(\\d{1,4})(?:-.*)?");

    private static final class ShippedDraDriverHolder {
        private static final Map<String, DraGpuDriver> SHIPPED = read();

        private static Map<String, DraGpuDriver> read() {
            try (var file = Objects.requireNonNull(DraGpuDriver.class.getResourceAsStream("gpu-drivers.json"))) {
                return new ObjectMapper().readTree(file).path("drivers").valueStream().map(DraGpuDriver::fromJson)
                        .collect(Collectors.toMap(DraGpuDriver::name, Function.identity()));
            } catch (IOException e) {
                throw new UncheckedIOException("Unreadable gpu-drivers.json", e);
            }
        }
    }

    /** Returns the driver of a name; empty for one that publishes no GPUs. */
    static Optional<DraGpuDriver> find(String name) {
        return Optional.ofNullable(ShippedDraDriverHolder.SHIPPED.get(name));
    }

    private static DraGpuDriver fromJson(JsonNode entry) {
        var attributes = Stream.of(MODEL, PARENT, UUID, ADDRESS, "profile", "version", "cuda")
                .collect(Collectors.toMap(Function.identity(), kind -> readTexts(entry.path(kind))));
        return new DraGpuDriver(entry.path("driver").asText(), entry.path("vendor").asText(),
                entry.path("resource").asText(), readTexts(entry.path("whole")), readTexts(entry.path("parts")),
                readTexts(entry.path("hidden")), attributes, Pattern.compile(entry.path("names").asText()),
                Pattern.compile(entry.path("functions").asText()));
    }

    private static List<String> readTexts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    /** Returns whether device plugins offer such GPUs, or parts of them, under a resource name. */
    boolean isOfferedAs(String name) {
        return name.equals(resource) || name.startsWith(resource.substring(0, resource.indexOf('/')) + "/mig-")
                || name.equals(resource + ".shared");
    }

    /** Whether a taint is none of its own: it names its rules after itself, and its taints are of its vendor's domain. */
    boolean foreign(DeviceTaint taint) {
        if (!taint.rule().isEmpty()) {
            return !taint.rule().startsWith(name);
        }
        int slash = taint.taint().key().indexOf('/');
        var domain = "." + taint.taint().key().substring(0, Math.max(0, slash));
        var own = "." + resource.substring(0, resource.indexOf('/'));
        return slash > 0 && !domain.endsWith(own) && !domain.endsWith(".kubernetes.io") && !domain.endsWith(".k8s.io");
    }

    boolean isWholeBoard(ResourceSliceDevice device) {
        return wholeTypes.contains(device.attributeText("type")) || hiddenTypes.contains(device.attributeText("type"));
    }

    boolean isPart(ResourceSliceDevice device) {
        return partTypes.contains(device.attributeText("type"));
    }

    String model(ResourceSliceDevice device) {
        return firstAttribute(device, MODEL);
    }

    String profile(ResourceSliceDevice device) {
        return firstAttribute(device, "profile");
    }

    String version(ResourceSliceDevice device) {
        return firstAttribute(device, "version");
    }

    String cuda(ResourceSliceDevice device) {
        return firstAttribute(device, "cuda");
    }

    String uuid(ResourceSliceDevice device) {
        return firstAttribute(device, UUID);
    }

    /** Returns the attributes that identify the board of a device; any one of these will do. */
    List<String> boardKeys(ResourceSliceDevice device) {
        Stream<String> told;
        if (hiddenTypes.contains(device.attributeText("type"))) {
            told = Stream.<String>empty();
        } else {
            told = Stream.of(firstAttribute(device, isPart(device) ? PARENT : UUID),
                    boardName(device.name()).orElse(""));
        }
        return Stream.concat(told, places(device)).filter(text -> !text.isEmpty()).toList();
    }

    /** Virtual functions beyond the seventh go by further devices of the bus, of which the board is the first. */
    private Stream<String> places(ResourceSliceDevice device) {
        var address = firstAttribute(device, ADDRESS);
        var function = functions.matcher(address);
        if (!function.matches() || function.groupCount() == 0) {
            return Stream.of(address);
        }
        var slot = function.group(1) + ":" + function.group(2);
        if (isPart(device) || function.group(2).equals("00")) {
            return Stream.of(slot, function.group(1));
        }
        return Stream.of(slot);
    }

    /** Returns the name of the board that a device is, or is a part of, from its own name alone. */
    Optional<String> boardName(String device) {
        var base = namePattern.matcher(device);
        if (base.matches() && base.groupCount() > 0) {
            return Optional.of(base.group(1));
        }
        return Optional.empty();
    }

    /** Returns the number of a board on its node; −1 if its name does not tell. */
    static int boardNumber(String device) {
        var found = NUMBER.matcher(device);
        return found.matches() ? Integer.parseInt(found.group(1)) : -1;
    }

    private String firstAttribute(ResourceSliceDevice device, String kind) {
        return attributes.getOrDefault(kind, List.of()).stream().map(device::attributeText)
                .filter(text -> !text.isEmpty()).findFirst().orElse("");
    }
}
