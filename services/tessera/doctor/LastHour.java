package tessera.doctor;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import tessera.model.reading.DeviceReadings;

/** What devices did in the last hour, as far as anybody remembers. Does not wait. */
@FunctionalInterface
public interface LastHour {

    Duration LENGTH = Duration.ofHours(1);

    /** What is asked of one who remembers nothing. */
    LastHour FORGOTTEN = (node, device, instance, back) -> Optional.empty();

    /**
     * How busy a device was; empty where too little is remembered to tell more than a reading does.
     *
     * @param node     its node's name
     * @param instance the number of a MIG instance of it; −1 for the device itself
     * @param back     how long ago that begins, at most an hour
     */
    Optional<Spell> busy(String node, DeviceReadings device, int instance, Duration back);

    /**
     * How busy devices were for some time.
     *
     * @param share the mean, 0 to 1
     * @param over  of how long that is; zero for a single reading
     */
    record Spell(double share, Duration over) {

        /** Less is missing of an hour that was looked at in steps of minutes. */
        private static final Duration AN_HOUR = Duration.ofMinutes(55);

        static Spell momentary(double share) {
            return new Spell(share, Duration.ZERO);
        }

        /** For example {@code is 12 % busy at this moment} or {@code was 12 % busy in the last hour}. */
        String words(boolean several) {
            long percent = Math.round(share * 100);
            if (over.isZero()) {
                return "%s %d %% busy at this moment".formatted(several ? "are" : "is", percent);
            }
            return String.format(Locale.ROOT, "%s %d %% busy in the last %s", several ? "were" : "was", percent,
                    over.compareTo(AN_HOUR) >= 0 ? "hour" : over.toMinutes() + " min");
        }

        /** What is to be said of a single reading. */
        String caution() {
            return over.isZero() ? "; whether that lasts is not known" : "";
        }
    }
}
