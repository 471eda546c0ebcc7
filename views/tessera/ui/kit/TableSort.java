package tessera.ui.kit;

import java.util.Comparator;
import java.util.List;

/**
 * The sort order of a table: column and direction.
 *
 * @param column id of the column; empty for the order in which rows come
 */
public record TableSort(String column, boolean descending) {

    public static final TableSort NONE = new TableSort("", false);

    /** Returns the order of rows; equal ones keep their order. */
    public <R> Comparator<R> comparator(List<DataTableColumn<R>> columns) {
        return columns.stream().filter(candidate -> candidate.id().equals(column)).findFirst()
                .map(dataColumn -> dataColumn.comparator(descending)).orElse((_, _) -> 0);
    }
}
