package tessera.ui.wall;

import java.util.Optional;
import tessera.ui.ClusterList.ClusterMark;
import tessera.ui.kit.StatusGlyph;

/**
 * What the head of a wall shows.
 *
 * @param cluster the context
 * @param link    where the wall stands with the cluster, e.g. {@code live}
 * @param age     how old what is measured is; empty where nothing is
 * @param clock   the time of day
 * @param lost    what is said across the page; empty while the page may be taken for the present
 */
record HeadState(String cluster, ClusterMark kind, StatusGlyph sign, String link, String age, String clock,
        Optional<StaleNotice> lost) {

    /**
     * That what is shown is old.
     *
     * @param age e.g. {@code 12 min old}
     * @param why in a sentence
     */
    record StaleNotice(String age, String why) {}
}
