package tessera.demo.telemetry;

/**
 * The readings of a board's sensors.
 *
 * @param power       in W
 * @param temperature in degrees Celsius, like {@code memoryTemperature}
 * @param clock       in MHz, like {@code memoryClock}
 * @param reasons     bits that say why the clock is not higher
 * @param energy      drawn since the driver was loaded, in mJ
 * @param linkBytes   sent and received by its links since then
 * @param replays     times the bus had to repeat something
 * @param error     the last error it reported
 */
public record SimulatedSensorReadings(double power, int temperature, int memoryTemperature, int clock, int memoryClock,
        int reasons, long energy, long linkBytes, long replays, LastGpuError error) {

    /**
     * The last error a board reported.
     *
     * @param code   its XID; 0 for none
     * @param recent how often it was reported in the last five minutes
     */
    public record LastGpuError(int code, String text, int recent) {

        static final LastGpuError NONE = new LastGpuError(0, "No Error", 0);
    }
}
