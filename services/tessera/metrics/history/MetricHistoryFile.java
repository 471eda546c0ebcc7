package tessera.metrics.history;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file that holds the measurements of one hour, or a part of it.
 *
 * @param cluster whose, as the name of the file says it
 * @param hour    hours since the epoch
 * @param part    several are written when the program is started again, or when one grows large
 * @param damaged whether it was set aside
 */
record MetricHistoryFile(Path file, String cluster, long hour, int part, boolean damaged) {

    static final Comparator<MetricHistoryFile> OLDEST_FIRST = Comparator.comparingLong(MetricHistoryFile::hour)
            .thenComparingInt(MetricHistoryFile::part).thenComparing(MetricHistoryFile::file);
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{32})-(\\d{8})-(\\d{6})\\.history(\\.damaged)?");

    /** Returns the segment for a file; empty when it is a foreign file. */
    static Optional<MetricHistoryFile> of(Path file) {
        var name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.matches()) {
            return Optional.of(new MetricHistoryFile(file, name.group(1), Long.parseLong(name.group(2)),
                    Integer.parseInt(name.group(3)), name.group(4) != null));
        }
        return Optional.empty();
    }

    static MetricHistoryFile of(Path directory, String cluster, long hour, int part) {
        return new MetricHistoryFile(directory.resolve("%s-%08d-%06d.history".formatted(cluster, hour, part)), cluster,
                hour, part, false);
    }

    Path damagedFile() {
        return file.resolveSibling(file.getFileName() + ".damaged");
    }
}
