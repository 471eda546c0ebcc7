package tessera.doctor;

import java.time.Duration;
import java.util.Optional;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;

/** The utilization of devices in the last hour, as far as it is remembered. Does not wait. */
@FunctionalInterface
public interface GpuUtilizationHistory {

    Duration LENGTH = Duration.ofHours(1);

    /** What is asked of one who remembers nothing. */
    GpuUtilizationHistory FORGOTTEN = (node, device, instance, back) -> Optional.empty();

    /**
     * Returns the utilization of a device; empty where too little is remembered to tell more than a reading does.
     *
     * @param node     its node's name
     * @param instance the number of a MIG instance of it; −1 for the device itself
     * @param back     how long ago that begins, at most an hour
     */
    Optional<MeanGpuUtilization> utilizationOf(String node, DeviceReadings device, int instance, Duration back);

    /**
     * The mean utilization of devices over a time.
     *
     * @param share the mean, 0 to 1
     * @param duration  of how long that is; zero for a single reading
     */
    record MeanGpuUtilization(double share, Duration duration) {

        private static final MessageCatalog MESSAGES = MessageCatalog.of(MeanGpuUtilization.class);
        /** Less is missing of an hour that was looked at in steps of minutes. */
        private static final Duration AN_HOUR = Duration.ofMinutes(55);

        static MeanGpuUtilization momentary(double share) {
            return new MeanGpuUtilization(share, Duration.ZERO);
        }

        /** Returns a text such as {@code 12 % busy now} or {@code 12 % busy in the last hour}. */
        String text() {
            return MESSAGES.text("utilization", Math.round(share * 100),
                    duration.compareTo(AN_HOUR) >= 0 ? 60 : duration.toMinutes());
        }
    }
}
