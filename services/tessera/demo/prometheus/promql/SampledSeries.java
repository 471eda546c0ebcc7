package tessera.demo.prometheus.promql;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/** What was sampled, as of some moments. For one query, one thread. */
public interface SampledSeries {

    /**
     * A series and a value of it.
     *
     * @param labels with the name among them
     * @param second when it was sampled
     */
    record Point(SortedMap<String, String> labels, long second, double value) {}

    /**
     * A series over a time.
     *
     * @param points the earliest first
     */
    record Track(SortedMap<String, String> labels, List<Point> points) {
        public Track {
            points = List.copyOf(points);
        }
    }

    /** The newest sample of each series that there was at a second. */
    List<Point> at(List<LabelMatcher> matchers, long second) throws QueryException;

    /** The samples of each series in the time that ends at a second. */
    List<Track> over(List<LabelMatcher> matchers, Duration window, long second) throws QueryException;
}
