package tessera.demo.telemetry.exporter;

import io.prometheus.client.Collector;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tessera.demo.telemetry.TelemetrySample;

/**
 * Something that DCGM tells of a device.
 *
 * @param rare  whether only lists longer than the exporter's own have it
 * @param value what it says of a device; not a number if it says nothing
 */
record DcgmField(String metric, String help, Collector.Type type, boolean rare,
        ToDoubleFunction<TelemetrySample> value) {

    static final String TROUBLE = "DCGM_FI_DEV_XID_ERRORS";
    private static final String PCIE = "over the PCIe bus - including both protocol headers and data payloads - in bytes "
            + "per second.";

    /** In the order of the exporter's own list; what longer lists have comes last. */
    static final List<DcgmField> ALL = List.of(
            gauge("DEV_SM_CLOCK", "SM clock frequency (in MHz).", reading -> reading.condition().clock()),
            gauge("DEV_MEM_CLOCK", "Memory clock frequency (in MHz).", reading -> reading.condition().memoryClock()),
            gauge("DEV_MEMORY_TEMP", "Memory temperature (in C).", DcgmField::memoryTemperature),
            gauge("DEV_GPU_TEMP", "GPU temperature (in C).", reading -> reading.condition().temperature()),
            gauge("DEV_POWER_USAGE", "Power draw (in W).",
                    reading -> rounded(reading.condition().power(), 1000)),
            counter("DEV_TOTAL_ENERGY_CONSUMPTION", "Total energy consumption since boot (in mJ).",
                    reading -> (double) reading.condition().energy()),
            counter("DEV_PCIE_REPLAY_COUNTER", "Total number of PCIe retries.",
                    reading -> (double) reading.condition().replays()),
            gauge("DEV_GPU_UTIL", "GPU utilization (in %).",
                    reading -> whole(reading, rounded(100 * reading.engine(), 1))),
            gauge("DEV_MEM_COPY_UTIL", "Memory utilization (in %).",
                    reading -> whole(reading, rounded(90 * reading.dram(), 1))),
            gauge("DEV_ENC_UTIL", "Encoder utilization (in %).", reading -> whole(reading, 0)),
            gauge("DEV_DEC_UTIL", "Decoder utilization (in %).", reading -> whole(reading, 0)),
            gauge("DEV_XID_ERRORS", "Value of the last XID error encountered.",
                    reading -> reading.condition().trouble().code()),
            gauge("DEV_FB_FREE", "Framebuffer memory free (in MiB).", reading -> reading.memory().free()),
            gauge("DEV_FB_USED", "Framebuffer memory used (in MiB).", reading -> reading.memory().used()),
            gauge("DEV_FB_RESERVED", "Framebuffer memory reserved (in MiB).", reading -> reading.memory().reserved()),
            counter("DEV_NVLINK_BANDWIDTH_TOTAL", "Total number of NVLink bandwidth counters for all lanes.",
                    DcgmField::linkTraffic),
            gauge("DEV_VGPU_LICENSE_STATUS", "vGPU License status", _ -> 0),
            counter("DEV_UNCORRECTABLE_REMAPPED_ROWS", "Number of remapped rows for uncorrectable errors",
                    DcgmField::remapped),
            counter("DEV_CORRECTABLE_REMAPPED_ROWS", "Number of remapped rows for correctable errors",
                    DcgmField::remapped),
            gauge("DEV_ROW_REMAP_FAILURE", "Whether remapping of rows has failed", DcgmField::remapped),
            gauge("PROF_GR_ENGINE_ACTIVE", "Ratio of time the graphics engine is active.",
                    reading -> rounded(reading.engine(), 1_000_000)),
            gauge("PROF_PIPE_TENSOR_ACTIVE", "Ratio of cycles the tensor (HMMA) pipe is active.",
                    reading -> rounded(reading.tensor(), 1_000_000)),
            gauge("PROF_DRAM_ACTIVE",
                    "Ratio of cycles the device memory interface is active sending or receiving data.",
                    reading -> rounded(reading.dram(), 1_000_000)),
            gauge("PROF_PCIE_TX_BYTES", "The rate of data transmitted " + PCIE,
                    reading -> whole(reading, rounded(2e6 + 0.9e9 * reading.engine(), 1))),
            gauge("PROF_PCIE_RX_BYTES", "The rate of data received " + PCIE,
                    reading -> whole(reading, rounded(2e6 + 2.1e9 * reading.dram(), 1))),
            gauge("DEV_FB_TOTAL", "Total framebuffer memory (in MiB).", reading -> reading.unit().memory()).seldom(),
            counter("DEV_ECC_SBE_VOL_TOTAL", "Total number of single-bit volatile ECC errors.", _ -> 0).seldom(),
            counter("DEV_ECC_DBE_VOL_TOTAL", "Total number of double-bit volatile ECC errors.", _ -> 0).seldom(),
            counter("DEV_ECC_SBE_AGG_TOTAL", "Total number of single-bit persistent ECC errors.",
                    reading -> (double) reading.condition().replays()).seldom(),
            counter("DEV_ECC_DBE_AGG_TOTAL", "Total number of double-bit persistent ECC errors.", _ -> 0).seldom(),
            gauge("DEV_POWER_MGMT_LIMIT", "Current power limit (in W).",
                    reading -> reading.unit().board().make().limit()).seldom(),
            gauge("DEV_CLOCK_THROTTLE_REASONS", "Current clock throttle reasons.",
                    reading -> reading.condition().reasons()).seldom(),
            gauge("DEV_MAX_SM_CLOCK", "Maximum SM clock (in MHz).", reading -> reading.unit().board().make().clock())
                    .seldom(),
            gauge("DEV_SLOWDOWN_TEMP", "Slowdown temperature (in C).", _ -> 90).seldom());

    private static DcgmField gauge(String name, String help, ToDoubleFunction<TelemetrySample> value) {
        return new DcgmField("DCGM_FI_" + name, help, Collector.Type.GAUGE, false, value);
    }

    private static DcgmField counter(String name, String help, ToDoubleFunction<TelemetrySample> value) {
        return new DcgmField("DCGM_FI_" + name, help, Collector.Type.COUNTER, false, value);
    }

    private DcgmField seldom() {
        return new DcgmField(metric, help, type, true, value);
    }

    /** What it says of a device; not a number if it says nothing. Of a board that is gone, the last error remains. */
    double of(TelemetrySample reading) {
        return reading.unit().board().fallen() && !metric.equals(TROUBLE) ? Double.NaN : value.applyAsDouble(reading);
    }

    private static double memoryTemperature(TelemetrySample reading) {
        return reading.unit().board().make().stacked() ? reading.condition().memoryTemperature() : Double.NaN;
    }

    /** In units of a million bytes. */
    private static double linkTraffic(TelemetrySample reading) {
        return reading.unit().board().make().link() > 0
                ? whole(reading, Math.floor(reading.condition().linkBytes() / 1e6))
                : Double.NaN;
    }

    /** Of the parts of a divided board, the driver cannot tell. */
    private static double whole(TelemetrySample reading, double value) {
        return reading.unit().instance() == null ? value : Double.NaN;
    }

    /** Rows are remapped by boards that came after Turing. */
    private static double remapped(TelemetrySample reading) {
        return reading.unit().board().make().name().contains("T4") ? Double.NaN : 0;
    }

    private static double rounded(double number, double parts) {
        return Math.rint(number * parts) / parts;
    }
}
