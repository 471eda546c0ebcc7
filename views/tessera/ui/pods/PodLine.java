package tessera.ui.pods;

import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.ui.kit.StatusGlyph;

/** One line of the pods screen. */
public sealed interface PodLine {

    /** What tells it from other lines, the same for as long as it is there. */
    String key();

    /**
     * Begins a section, e.g. {@code 7 pending}.
     *
     * @param section what it is called whatever is counted in it; no two of a page are the same
     */
    record SectionHeading(String section, StatusGlyph sign, String title, String detail) implements PodLine {
        @Override
        public String key() {
            return "heading " + section;
        }
    }

    /**
     * Says what stands in the columns below it.
     *
     * @param columns which those are
     */
    record Captions(CaptionColumns columns) implements PodLine {
        @Override
        public String key() {
            return "captions " + columns;
        }
    }

    /** What follows captions. */
    enum CaptionColumns {
        /** Pods on no node. */
        WAITING,
        /** Owners, each with its pods. */
        OWNED,
        /** Pods that have failed, by themselves. */
        ALONE
    }

    /** What something waits for. */
    enum Awaits {
        /** Room on a node. */
        ROOM,
        /** Somebody's word. */
        WORD,
        /** Nothing that comes by itself: it, or the cluster, has to be otherwise. */
        CHANGE
    }

    /** A pod on no node: what it wants, why it waits, how long. */
    record WaitingLine(String namespace, String name, String reason, String wants, String age, Awaits awaits)
            implements
                PodLine {
        @Override
        public String key() {
            return namespace + "/" + name;
        }
    }

    /** Work that has no pods: what one of them would want, why there are none, and for how long. */
    record Unmade(ObjectRef work, String reason, String wants, String age) implements PodLine {
        @Override
        public String key() {
            return "unmade " + work;
        }
    }

    /**
     * Pods of one owner.
     *
     * @param single the pod's name where there is only one and nobody owns it; empty otherwise
     * @param pods   how many
     * @param opened whether its pods are listed below it
     * @param broken how many of them do not run
     */
    record OwnerLine(String namespace, OwnerRef owner, String single, String pods, String holds, PodUtilization busy,
            String since,
            boolean opened, int broken) implements PodLine {

        /** How the keys of owners begin, and no other. */
        static final String KEY = "owner ";

        @Override
        public String key() {
            return KEY + namespace + "/" + owner.kind() + "/" + owner.name() + "/" + single;
        }

        String title() {
            return single.isEmpty() ? owner.name() : single;
        }
    }

    /**
     * One pod on a node.
     *
     * @param whose its namespace and its owner; empty below its owner
     */
    record PodOnNode(String namespace, String name, String whose, String node, String status, StatusGlyph sign,
            String holds,
            PodUtilization busy, String detail, String age) implements PodLine {
        @Override
        public String key() {
            return namespace + "/" + name;
        }
    }
}
