package tessera.ui.pods;

import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.text.OptionalText;
import tessera.ui.kit.StatusGlyph;

/** One line of the pods screen. */
public sealed interface PodListLine {

    /** Returns the key that identifies the line for as long as it exists. */
    String key();

    /**
     * Heading of a section, e.g. {@code 7 pending}.
     *
     * @param section what it is called whatever is counted in it; no two of a page are the same
     */
    record SectionHeading(String section, StatusGlyph glyph, String title, String detail) implements PodListLine {
        @Override
        public String key() {
            return "heading " + section;
        }
    }

    /**
     * Captions of the columns below it.
     *
     * @param columns which those are
     */
    record ColumnCaptionsLine(PodListGroupKind columns) implements PodListLine {
        @Override
        public String key() {
            return "captions " + columns;
        }
    }

    /** Kinds of lines that follow captions. */
    enum PodListGroupKind {
        /** Pods on no node. */
        WAITING,
        /** Owners, each with its pods. */
        OWNED,
        /** Pods that have failed, by themselves. */
        ALONE
    }

    /** Events that a pending pod waits for. */
    enum PendingPodAwaitedEvent {
        /** Room on a node. */
        ROOM,
        /** Somebody's word. */
        WORD,
        /** Nothing that comes by itself: it, or the cluster, has to be otherwise. */
        CHANGE
    }

    /** Pending pod: requests, reason, waiting time. */
    record PendingPodLine(String namespace, String name, String reason, String requests, String age,
            PendingPodAwaitedEvent awaits) implements PodListLine {
        @Override
        public String key() {
            return namespace + "/" + name;
        }
    }

    /** Workload without pods: requests of one of them, the reason, and since when. */
    record PodlessWorkloadLine(ObjectRef workloadRef, String reason, String requests,
            String age) implements PodListLine {
        @Override
        public String key() {
            return "unmade " + workloadRef;
        }
    }

    /**
     * Pods of one owner.
     *
     * @param single the pod's name where there is only one and nobody owns it; empty otherwise
     * @param pods   how many
     * @param expanded whether its pods are listed below it
     * @param broken how many of them do not run
     */
    record PodOwnerLine(String namespace, ControllerRef owner, String single, String pods, String holds,
            PodGpuUtilization busy, String since, boolean expanded, int broken) implements PodListLine {

        /** How the keys of owners begin, and no other. */
        static final String KEY = "owner ";

        @Override
        public String key() {
            return KEY + namespace + "/" + owner.kind() + "/" + owner.name() + "/" + single;
        }

        String titleText() {
            return OptionalText.orElse(single, owner.name());
        }
    }

    /**
     * One pod on a node.
     *
     * @param ownerText its namespace and its owner; empty below its owner
     */
    record BoundPodLine(String namespace, String name, String ownerText, String node, String status, StatusGlyph glyph,
            String holds, PodGpuUtilization busy, String detail, String age) implements PodListLine {
        @Override
        public String key() {
            return namespace + "/" + name;
        }
    }
}
