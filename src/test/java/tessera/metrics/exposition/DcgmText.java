package tessera.metrics.exposition;

import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Text as the NVIDIA exporter writes it: one metric after the other, and in each the same eight GPUs. */
final class DcgmText {

    private static final int GPUS = 8;
    private static final String[] METRICS = {"DEV_SM_CLOCK", "DEV_MEM_CLOCK", "DEV_MEMORY_TEMP", "DEV_GPU_TEMP",
        "DEV_POWER_USAGE", "DEV_TOTAL_ENERGY_CONSUMPTION", "DEV_PCIE_REPLAY_COUNTER", "DEV_GPU_UTIL",
        "DEV_MEM_COPY_UTIL", "DEV_ENC_UTIL", "DEV_DEC_UTIL", "DEV_XID_ERRORS", "DEV_FB_FREE", "DEV_FB_USED",
        "DEV_FB_RESERVED", "DEV_NVLINK_BANDWIDTH_TOTAL", "DEV_VGPU_LICENSE_STATUS", "DEV_UNCORRECTABLE_REMAPPED_ROWS",
        "DEV_CORRECTABLE_REMAPPED_ROWS", "DEV_ROW_REMAP_FAILURE", "PROF_GR_ENGINE_ACTIVE", "PROF_PIPE_TENSOR_ACTIVE",
        "PROF_DRAM_ACTIVE", "PROF_PCIE_TX_BYTES", "PROF_PCIE_RX_BYTES", "PROF_SM_ACTIVE", "PROF_SM_OCCUPANCY",
        "PROF_PIPE_FP16_ACTIVE", "PROF_NVLINK_TX_BYTES", "PROF_NVLINK_RX_BYTES"};
    static final int SAMPLES = METRICS.length * GPUS;

    private DcgmText() {}

    /** What the exporter of one node writes. */
    static byte[] node(int number) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(number);
        var labels = new String[GPUS];
        for (int gpu = 0; gpu < GPUS; gpu++) {
            labels[gpu] = labels(random, number, gpu);
        }
        var text = new StringBuilder();
        for (var metric : METRICS) {
            var name = "DCGM_FI_" + metric;
            text.append("# HELP ").append(name).append(" What the driver says about it (in its unit).\n# TYPE ")
                    .append(name).append(" gauge\n");
            for (var label : labels) {
                text.append(name).append('{').append(label)
                        .append(metric.equals("DEV_XID_ERRORS") ? ",err_code=\"0\",err_msg=\"No Error\"" : "")
                        .append("} ").append(value(metric, random)).append('\n');
            }
        }
        return text.toString().getBytes(UTF_8);
    }

    private static String labels(RandomGenerator random, int node, int gpu) {
        var labels = String.format(Locale.ROOT, "gpu=\"%d\",UUID=\"GPU-%08x-%04x-%04x-%04x-%012x\","
                + "pci_bus_id=\"00000000:%02X:00.0\",device=\"nvidia%d\",modelName=\"NVIDIA H100 80GB HBM3\","
                + "Hostname=\"gpu-worker-%04d.pool-h100.example.internal\",DCGM_FI_DRIVER_VERSION=\"580.126.20\"", gpu,
                random.nextInt(), random.nextInt(1 << 16), random.nextInt(1 << 16), random.nextInt(1 << 16),
                random.nextLong(1L << 48), 15 + gpu * 17, gpu, node);
        return random.nextInt(5) == 0 ? labels
                : labels + String.format(Locale.ROOT,
                        ",container=\"trainer\",namespace=\"ml-research\"," + "pod=\"llama-pretrain-worker-%d-%05x\"",
                        random.nextInt(100), random.nextInt(1 << 20));
    }

    private static String value(String metric, RandomGenerator random) {
        if (metric.startsWith("PROF_") && !metric.endsWith("_BYTES")) {
            return String.format(Locale.ROOT, "%.6f", random.nextDouble());
        }
        return switch (metric) {
            case "DEV_POWER_USAGE" -> String.format(Locale.ROOT, "%.6f", 80 + 600 * random.nextDouble());
            case "DEV_TOTAL_ENERGY_CONSUMPTION" -> Long.toString(random.nextLong(1L << 40));
            case "DEV_FB_FREE", "DEV_FB_USED" -> Integer.toString(random.nextInt(81_559));
            default -> metric.endsWith("BYTES") ? Long.toString(random.nextLong(1L << 34))
                    : Integer.toString(random.nextInt(100));
        };
    }
}
