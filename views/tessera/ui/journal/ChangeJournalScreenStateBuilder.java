package tessera.ui.journal;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;

/** Computes the state of the journal's screen: newest change first, unless the user sorts otherwise. */
final class ChangeJournalScreenStateBuilder {

    private static final List<DataTableColumn<ChangeJournalRow>> COLUMNS = ChangeJournalRow.columns();
    private static final TableFilterParser<ChangeJournalRow> FILTER = new TableFilterParser<>(fields(), flags());

    private ChangeJournalScreenStateBuilder() {}

    static ChangeJournalScreenState page(ChangeJournalScreenInput query, ZoneId zone) {
        var noted = query.journal();
        var notice = noticeFor(noted);
        if (notice.isPresent()) {
            return new ChangeJournalScreenState(notice, List.of(), "", "", "");
        }
        var filter = FILTER.read(query.filter());
        var all = noted.runs().reversed().stream().map(run -> ChangeJournalRow.of(run, zone)).toList();
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = GroupedNumberFormatter.filteredCount(rows.size(), all.size(), "change");
        return new ChangeJournalScreenState(notice, rows, count, filter.problem(), sumText(all, noted));
    }

    private static Optional<EmptyScreenNotice> noticeFor(ChangeJournalReadResult noted) {
        if (noted.problem() != null) {
            return Optional.of(EmptyScreenNotice.ofProblem(noted.problem()));
        }
        if (!noted.loaded()) {
            return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, "Reading the journal",
                    "Waiting for the disk.", ""));
        }
        return noted.runs().isEmpty()
                ? Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                        "Nothing was changed from this machine",
                        "Every change that is made or refused here is noted, with what became of it. Changes begin at "
                                + "Change in the inspector of a node or a pod.",
                        ""))
                : Optional.empty();
    }

    private static String sumText(List<ChangeJournalRow> all, ChangeJournalReadResult noted) {
        var words = new StringBuilder(GroupedNumberFormatter.withNoun(all.size(), "change"));
        addCount(all, "done", "done", words);
        addCount(all, "failed", "went wrong", words);
        addCount(all, "refused", "refused", words);
        addCount(all, "running", "under way", words);
        addCount(all, "interrupted", "without an end", words);
        if (noted.damaged() > 0) {
            words.append("   ·   ").append(GroupedNumberFormatter.withNoun(noted.damaged(), "line"))
                    .append(" cannot be read");
        }
        return words.toString();
    }

    private static void addCount(List<ChangeJournalRow> all, String result, String text, StringBuilder line) {
        long count = all.stream().filter(row -> row.run().resultWord().equals(result)).count();
        if (count > 0) {
            line.append("   ·   ").append(GroupedNumberFormatter.count(count)).append(' ').append(text);
        }
    }

    private static Map<String, FilterableRowProperty<ChangeJournalRow>> fields() {
        return Map.of("at", FilterableRowProperty.text(ChangeJournalRow::timeText), "result",
                FilterableRowProperty.text(row -> row.resultText() + " " + row.run().resultWord()),
                "what", FilterableRowProperty.text(row -> row.run().startEntry().verb() + " " + row.changeText()),
                "cluster",
                FilterableRowProperty.text(row -> row.run().startEntry().cluster().context()), "as",
                FilterableRowProperty.text(row -> row.run().startEntry().cluster().user()), "object",
                FilterableRowProperty.texts(row -> row.run().startEntry().objects()), "leaves",
                FilterableRowProperty.text(ChangeJournalRow::remainingText));
    }

    private static Map<String, Predicate<ChangeJournalRow>> flags() {
        return Map.of("done", hasResult("done"), "failed", hasResult("failed"), "refused", hasResult("refused"), "open",
                hasResult("interrupted").or(hasResult("running")));
    }

    private static Predicate<ChangeJournalRow> hasResult(String result) {
        return row -> row.run().resultWord().equals(result);
    }
}
