package tessera.ui.wall;

import java.util.Optional;
import tessera.ui.OpenableClusterList.ClusterPurposeMark;
import tessera.ui.kit.StatusGlyph;

/**
 * State of a wall's header.
 *
 * @param cluster the context
 * @param linkText    where the wall stands with the cluster, e.g. {@code live}
 * @param age     how old what is measured is; empty where nothing is
 * @param clock   the time of day
 * @param staleNotice    what is said across the page; empty while the page may be taken for the present
 */
record WallHeaderState(String cluster, ClusterPurposeMark kind, StatusGlyph glyph, String linkText, String age,
        String clock, Optional<StaleDataNotice> staleNotice) {

    /**
     * Notice that the shown data is old.
     *
     * @param age e.g. {@code 12 min old}
     * @param reason in a sentence
     */
    record StaleDataNotice(String age, String reason) {}
}
