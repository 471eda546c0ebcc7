package tessera.kube.schema;

/**
 * The treatment of a field by a strategic merge patch.
 *
 * @param lists      what it does with a list
 * @param key        the field that tells items apart, empty for items that are plain values
 */
public record PatchMergeStrategy(ListMergeMode lists, String key) {

    public static final PatchMergeStrategy NONE = new PatchMergeStrategy(ListMergeMode.REPLACE, "");

    /** The ways of merging a list. */
    public enum ListMergeMode {
        /** The patch's list takes the place of the old one; structs are merged. */
        REPLACE,
        /** Items are merged by key, plain values are added. */
        MERGE,
        /** Replaces even a struct. */
        REPLACE_ALL
    }

    /** Returns how a strategic merge patch treats a field. */
    public static PatchMergeStrategy of(KindField field) {
        if (field.flags().contains("replace")) {
            return new PatchMergeStrategy(ListMergeMode.REPLACE_ALL, "");
        }
        var key = field.option("merge");
        return new PatchMergeStrategy(
                key.isPresent() || field.flags().contains("merge") ? ListMergeMode.MERGE : ListMergeMode.REPLACE,
                key.orElse(""));
    }
}
