package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.StillDesk;

import static tessera.gpu.Sample.node;

/**
 * An afternoon of a node with some GPUs, as its exporter reported it: work begins after half an hour, and for eight
 * minutes the exporter did not answer.
 */
public final class Afternoon {

    public static final String NODE = "h100-04";
    public static final Instant END = Sample.NOW;
    static final Duration STEP = Duration.ofSeconds(30);
    static final Instant BEGIN = END.minus(Duration.ofHours(3));
    /** The last moment before the exporter fell silent, and the first after. */
    static final Instant SILENT = END.minus(Duration.ofMinutes(70));
    static final Instant BACK = END.minus(Duration.ofMinutes(62));

    private static final double GIBIBYTE = 1L << 30;

    private final int gpus;
    private final Instant startTime;
    private final Random random = new Random(4);

    private Afternoon(int gpus, Instant startTime) {
        this.gpus = gpus;
        this.startTime = startTime;
    }

    public static Afternoon ofEight() {
        return new Afternoon(8, BEGIN);
    }

    /** The same with another number of GPUs, which were seen for the first time at another moment. */
    public static Afternoon of(int gpus, Instant startTime) {
        return new Afternoon(gpus, startTime);
    }

    private Sample sample() {
        return new Sample().with(node(NODE).nvidia("NVIDIA-H100-80GB-HBM3", gpus).has("nvidia.com/gpu", gpus))
                .with(node("h100-05").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8))
                .pod("ml-platform/finetune-de-2", NODE, "nvidia.com/gpu", 4);
    }

    /** A desk at the end of this afternoon. */
    public StillDesk desk() {
        var desk = new StillDesk(sample().snapshot());
        record(desk.history);
        desk.readings.set(readings(END));
        return desk;
    }

    public GpuFleet fleet() {
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample().snapshot(), readings(END));
    }

    void record(FleetDeviceMetricHistory history) {
        for (var at = startTime; !at.isAfter(END); at = at.plus(STEP)) {
            if (!at.isAfter(SILENT) || !at.isBefore(BACK)) {
                history.record(readings(at));
            }
        }
    }

    static DeviceSeriesKey gpu(int number) {
        return new DeviceSeriesKey(NODE, "GPU-" + number, DeviceSeriesKey.WHOLE);
    }

    FleetReadings readings(Instant at) {
        double minute = Duration.between(BEGIN, at).toSeconds() / 60.0;
        var devices = new ArrayList<DeviceReadings>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            devices.add(new DeviceReadings("GPU-" + gpu, gpu, "NVIDIA H100 80GB HBM3", "", List.of(),
                    values(gpu, minute), List.of()));
        }
        var node = new NodeReadings(NODE, "gpu-operator/exporter", at, STEP, null, devices);
        return new FleetReadings(at, Map.of(NODE, node), null);
    }

    private DeviceMetricValues values(int gpu, double minute) {
        boolean works = (gpu % 8 < 4 && minute > 18) || gpu % 8 == 6;
        double dip = minute % 48 > 20 && minute % 48 < 22 ? 0.4 : 1;
        double busy = works ? (gpu % 8 == 6 ? 0.6 : 0.84 + gpu % 8 * 0.01) * dip : 0.04;
        double share = Math.clamp(busy + random.nextGaussian() * (works ? 0.03 : 0.01), 0, 1);
        double hot = gpu == 2 ? 18 * Math.exp(-Math.pow((minute - 155) / 12, 2)) : 0;
        double heat = works ? Math.min(1, Math.max(0, (minute - 18) / 20)) : 0;
        return new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, share)
                .set(DeviceMetric.MEMORY_USED, (works ? 71.9 - gpu % 8 * 0.9 : 20.0 + 12 * (gpu % 4)) * GIBIBYTE)
                .set(DeviceMetric.MEMORY_TOTAL, 79.6 * GIBIBYTE)
                .set(DeviceMetric.TEMPERATURE, Math.rint(35 + gpu % 3 + heat * 34 + hot + random.nextGaussian() * 0.4))
                .set(DeviceMetric.POWER, 80 + 640 * share).set(DeviceMetric.POWER_LIMIT, 700)
                .set(DeviceMetric.SM_CLOCK, 1755).set(DeviceMetric.MAX_SM_CLOCK, 1980).set(DeviceMetric.XID, 0)
                .toValues();
    }
}
