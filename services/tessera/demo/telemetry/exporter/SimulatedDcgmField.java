package tessera.demo.telemetry.exporter;

import io.prometheus.client.Collector;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tessera.demo.telemetry.SimulatedDeviceSample;

/**
 * A field that DCGM reports of a device.
 *
 * @param isExtra  whether only lists longer than the exporter's own have it
 * @param value what it says of a device; not a number if it says nothing
 */
record SimulatedDcgmField(String metric, String help, Collector.Type type, boolean isExtra,
        ToDoubleFunction<SimulatedDeviceSample> value) {

    static final String TROUBLE = "DCGM_FI_DEV_XID_ERRORS";
    private static final String PCIE = "over the PCIe bus - including both protocol headers and data payloads - in bytes "
            + "per second.";

    /** In the order of the exporter's own list; what longer lists have comes last. */
    static final List<SimulatedDcgmField> ALL = List.of(
            ofGauge("DEV_SM_CLOCK", "SM clock frequency (in MHz).", reading -> reading.condition().clock()),
            ofGauge("DEV_MEM_CLOCK", "Memory clock frequency (in MHz).", reading -> reading.condition().memoryClock()),
            ofGauge("DEV_MEMORY_TEMP", "Memory temperature (in C).", SimulatedDcgmField::memoryTemperature),
            ofGauge("DEV_GPU_TEMP", "GPU temperature (in C).", reading -> reading.condition().temperature()),
            ofGauge("DEV_POWER_USAGE", "Power draw (in W).",
                    reading -> roundTo(reading.condition().power(), 1000)),
            ofCounter("DEV_TOTAL_ENERGY_CONSUMPTION", "Total energy consumption since boot (in mJ).",
                    reading -> (double) reading.condition().energy()),
            ofCounter("DEV_PCIE_REPLAY_COUNTER", "Total number of PCIe retries.",
                    reading -> (double) reading.condition().replays()),
            ofGauge("DEV_GPU_UTIL", "GPU utilization (in %).",
                    reading -> ofWholeBoard(reading, roundTo(100 * reading.engine(), 1))),
            ofGauge("DEV_MEM_COPY_UTIL", "Memory utilization (in %).",
                    reading -> ofWholeBoard(reading, roundTo(90 * reading.dram(), 1))),
            ofGauge("DEV_ENC_UTIL", "Encoder utilization (in %).", reading -> ofWholeBoard(reading, 0)),
            ofGauge("DEV_DEC_UTIL", "Decoder utilization (in %).", reading -> ofWholeBoard(reading, 0)),
            ofGauge("DEV_XID_ERRORS", "Value of the last XID error encountered.",
                    reading -> reading.condition().error().code()),
            ofGauge("DEV_FB_FREE", "Framebuffer memory free (in MiB).", reading -> reading.memory().free()),
            ofGauge("DEV_FB_USED", "Framebuffer memory used (in MiB).", reading -> reading.memory().used()),
            ofGauge("DEV_FB_RESERVED", "Framebuffer memory reserved (in MiB).", reading -> reading.memory().reserved()),
            ofCounter("DEV_NVLINK_BANDWIDTH_TOTAL", "Total number of NVLink bandwidth counters for all lanes.",
                    SimulatedDcgmField::linkTraffic),
            ofGauge("DEV_VGPU_LICENSE_STATUS", "vGPU License status", _ -> 0),
            ofCounter("DEV_UNCORRECTABLE_REMAPPED_ROWS", "Number of remapped rows for uncorrectable errors",
                    SimulatedDcgmField::remappedRows),
            ofCounter("DEV_CORRECTABLE_REMAPPED_ROWS", "Number of remapped rows for correctable errors",
                    SimulatedDcgmField::remappedRows),
            ofGauge("DEV_ROW_REMAP_FAILURE", "Whether remapping of rows has failed", SimulatedDcgmField::remappedRows),
            ofGauge("PROF_GR_ENGINE_ACTIVE", "Ratio of time the graphics engine is active.",
                    reading -> roundTo(reading.engine(), 1_000_000)),
            ofGauge("PROF_PIPE_TENSOR_ACTIVE", "Ratio of cycles the tensor (HMMA) pipe is active.",
                    reading -> roundTo(reading.tensor(), 1_000_000)),
            ofGauge("PROF_DRAM_ACTIVE",
                    "Ratio of cycles the device memory interface is active sending or receiving data.",
                    reading -> roundTo(reading.dram(), 1_000_000)),
            ofGauge("PROF_PCIE_TX_BYTES", "The rate of data transmitted " + PCIE,
                    reading -> ofWholeBoard(reading, roundTo(2e6 + 0.9e9 * reading.engine(), 1))),
            ofGauge("PROF_PCIE_RX_BYTES", "The rate of data received " + PCIE,
                    reading -> ofWholeBoard(reading, roundTo(2e6 + 2.1e9 * reading.dram(), 1))),
            ofGauge("DEV_FB_TOTAL", "Total framebuffer memory (in MiB).", reading -> reading.unit().memoryMib())
                    .asExtra(),
            ofCounter("DEV_ECC_SBE_VOL_TOTAL", "Total number of single-bit volatile ECC errors.", _ -> 0).asExtra(),
            ofCounter("DEV_ECC_DBE_VOL_TOTAL", "Total number of double-bit volatile ECC errors.", _ -> 0).asExtra(),
            ofCounter("DEV_ECC_SBE_AGG_TOTAL", "Total number of single-bit persistent ECC errors.",
                    reading -> (double) reading.condition().replays()).asExtra(),
            ofCounter("DEV_ECC_DBE_AGG_TOTAL", "Total number of double-bit persistent ECC errors.", _ -> 0).asExtra(),
            ofGauge("DEV_POWER_MGMT_LIMIT", "Current power limit (in W).",
                    reading -> reading.unit().physicalGpu().model().limit()).asExtra(),
            ofGauge("DEV_CLOCK_THROTTLE_REASONS", "Current clock throttle reasons.",
                    reading -> reading.condition().reasons()).asExtra(),
            ofGauge("DEV_MAX_SM_CLOCK", "Maximum SM clock (in MHz).",
                    reading -> reading.unit().physicalGpu().model().clock())
                    .asExtra(),
            ofGauge("DEV_SLOWDOWN_TEMP", "Slowdown temperature (in C).", _ -> 90).asExtra());

    private static SimulatedDcgmField ofGauge(String name, String help, ToDoubleFunction<SimulatedDeviceSample> value) {
        return new SimulatedDcgmField("DCGM_FI_" + name, help, Collector.Type.GAUGE, false, value);
    }

    private static SimulatedDcgmField ofCounter(String name, String help,
            ToDoubleFunction<SimulatedDeviceSample> value) {
        return new SimulatedDcgmField("DCGM_FI_" + name, help, Collector.Type.COUNTER, false, value);
    }

    private SimulatedDcgmField asExtra() {
        return new SimulatedDcgmField(metric, help, type, true, value);
    }

    /** Returns the value for a device; not a number if there is none. Of a board that is gone, the last error remains. */
    double valueOf(SimulatedDeviceSample reading) {
        if (reading.unit().physicalGpu().fallenOffBus() && !metric.equals(TROUBLE)) {
            return Double.NaN;
        }
        return value.applyAsDouble(reading);
    }

    private static double memoryTemperature(SimulatedDeviceSample reading) {
        return reading.unit().physicalGpu().model().stacked() ? reading.condition().memoryTemperature() : Double.NaN;
    }

    /** Returns the link traffic in millions of bytes. */
    private static double linkTraffic(SimulatedDeviceSample reading) {
        if (reading.unit().physicalGpu().model().link() > 0) {
            return ofWholeBoard(reading, Math.floor(reading.condition().linkBytes() / 1e6));
        }
        return Double.NaN;
    }

    /** Returns the value for a whole board; not a number for MIG instances, of which the driver cannot tell. */
    private static double ofWholeBoard(SimulatedDeviceSample reading, double value) {
        return reading.unit().instance() == null ? value : Double.NaN;
    }

    /** Returns the remapped rows; not a number for boards up to Turing, which do not remap. */
    private static double remappedRows(SimulatedDeviceSample reading) {
        return reading.unit().physicalGpu().model().name().contains("T4") ? Double.NaN : 0;
    }

    private static double roundTo(double number, double parts) {
        return Math.rint(number * parts) / parts;
    }
}
