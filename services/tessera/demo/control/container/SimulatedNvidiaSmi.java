package tessera.demo.control.container;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedTableReader;
import tessera.demo.telemetry.SimulatedMigInstance;
import tessera.demo.telemetry.SimulatedPhysicalGpu;
import tessera.demo.telemetry.SimulatedPhysicalGpu.SimulatedAssignedDevice;

/** The program {@code nvidia-smi}: the GPUs granted to a container, with their driver's readings. */
final class SimulatedNvidiaSmi {

    private static final Map<String, NvidiaSmiOutput> OUTPUTS = SimulatedTableReader.readTable(SimulatedNvidiaSmi.class,
            "nvidia-smi.yaml", new TypeReference<>() {
            });
    private static final Pattern MONITORING = Pattern.compile("dmon(?: -c (\\d{1,6}))?");
    private static final int HEADING = 20;
    private static final Comparator<SimulatedMigInstance> DRIVER_ORDER = Comparator
            .comparing(SimulatedMigInstance::profile).thenComparingInt(SimulatedMigInstance::id);
    /** Boards before carried less over 12 links, in bytes a second. */
    private static final double LINKED_BY_18 = 450e9;
    /** Of eight, four are at each of two processors. */
    private static final int AT_ONE = 4;
    private static final int CORES = 56;

    private final SimulatedContainerContext context;
    private final SimulatedCommandConsole console;
    /** The position is the number under which the container sees a board. */
    private final List<SimulatedPhysicalGpu> boards;

    SimulatedNvidiaSmi(SimulatedContainerContext context, SimulatedCommandConsole console) {
        this.context = context;
        this.console = console;
        boards = context.devices().stream().map(SimulatedAssignedDevice::physicalGpu).distinct().toList();
    }

    /**
     * The parts of an output.
     *
     * @param gpu      of each visible board
     * @param device   of each MIG device that the container has of it
     * @param instance of each MIG instance that it is divided into
     */
    private record NvidiaSmiOutput(String head, String gpu, String device, String instance, String foot) {}

    int run(List<String> options) throws IOException, InterruptedException {
        var option = String.join(" ", options).replace("--list-gpus", "-L").replace("--matrix", "-m");
        var monitoring = MONITORING.matcher(option);
        var output = OUTPUTS.get(option);
        if (monitoring.matches()) {
            monitor(Objects.requireNonNull(OUTPUTS.get("dmon")), monitoring.group(1));
        } else if (output == null) {
            console.printOutput("ERROR: Option %s is not recognized. Please run 'nvidia-smi -h'.\n\n"
                    .formatted(options.getFirst()));
            return 255;
        } else if (option.equals("mig -lgi") && boards.stream().noneMatch(SimulatedPhysicalGpu::isMigEnabled)) {
            console.printOutput("No MIG-enabled devices found.\n");
        } else {
            console.printOutput(headText(output) + boardTexts(output) + output.foot());
        }
        return 0;
    }

    /** Prints the readings every second until interrupted, or as often as told. */
    private void monitor(NvidiaSmiOutput output, @Nullable String times) throws IOException, InterruptedException {
        long count = times == null ? Long.MAX_VALUE : Long.parseLong(times);
        for (long time = 0; time < count; time++) {
            if (time > 0) {
                console.pause(Duration.ofSeconds(1));
            }
            console.printOutput((time % HEADING == 0 ? headText(output) : "") + boardTexts(output));
        }
    }

    private String headText(NvidiaSmiOutput output) {
        var names = String.join("\t", boards.stream().map(gpu -> "GPU" + boards.indexOf(gpu)).toList());
        return fill(output.head(), Map.of("gpus", names));
    }

    private String boardTexts(NvidiaSmiOutput output) {
        var text = new StringBuilder();
        for (var gpu : boards) {
            text.append(fill(output.gpu(), boardValues(gpu)));
            int number = 0;
            for (var device : devicesOn(gpu)) {
                var instance = device.instance();
                if (instance != null) {
                    text.append(fill(output.device(), instanceValues(gpu, instance, number++)));
                }
            }
            gpu.instances().stream().sorted(DRIVER_ORDER)
                    .forEach(each -> text.append(fill(output.instance(), instanceValues(gpu, each, 0))));
        }
        return text.toString();
    }

    private String fill(String text, Map<String, Object> values) {
        return context.outputTemplate().with(values).fillPlaceholders(text, "", 0, context.now());
    }

    private List<SimulatedAssignedDevice> devicesOn(SimulatedPhysicalGpu gpu) {
        return context.devices().stream().filter(device -> device.physicalGpu().equals(gpu)).toList();
    }

    private Map<String, Object> instanceValues(SimulatedPhysicalGpu gpu, SimulatedMigInstance instance, int device) {
        return Map.of("index", boards.indexOf(gpu), "profile", instance.profile(), "device", device, "uuid",
                instance.uuid(), "number", instance.profileId(), "id", instance.id(), "start", instance.start(), "size",
                instance.size());
    }

    private Map<String, Object> boardValues(SimulatedPhysicalGpu gpu) {
        var readings = devicesOn(gpu).stream().map(context::telemetryOf).toList();
        var first = readings.getFirst();
        var condition = first.condition();
        // What is divided has no rates of its own.
        boolean divided = gpu.isMigEnabled();
        long busy = Math.round(100 * first.engine());
        var values = new HashMap<String, Object>(Map.of("index", boards.indexOf(gpu), "name", gpu.model().name(),
                "uuid", gpu.uuid(), "bus", gpu.bus(), "memory", gpu.memory(), "limit", gpu.model().limit()));
        values.put("used", readings.stream().mapToInt(reading -> reading.memory().used()).sum());
        values.put("power", condition.power());
        values.put("temperature", condition.temperature());
        values.put("heat", condition.memoryTemperature());
        values.put("mclk", condition.memoryClock());
        values.put("pclk", condition.clock());
        values.put("ecc", divided ? "On" : "0");
        values.put("mig", divided ? "Enabled" : "Disabled");
        values.put("utilization", divided ? "N/A" : busy + "%");
        values.put("sm", divided ? "-" : busy);
        values.put("dram", divided ? "-" : Math.round(100 * first.dram()));
        int side = gpu.index() / AT_ONE;
        values.put("numa", side);
        values.put("cores", side * CORES + "-" + (side * CORES + CORES - 1));
        values.put("links", String.join("\t", boards.stream().map(other -> linkText(gpu, other)).toList()));
        return values;
    }

    /** Returns how two boards reach each other. */
    private static String linkText(SimulatedPhysicalGpu one, SimulatedPhysicalGpu other) {
        if (one.equals(other)) {
            return " X ";
        }
        if (one.model().link() > 0) {
            return one.model().link() < LINKED_BY_18 ? "NV12" : "NV18";
        }
        return one.index() / AT_ONE == other.index() / AT_ONE ? "NODE" : "SYS";
    }
}
