package tessera.ui.journal;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;

/** Computes what the journal's screen shows: the newest change first, unless somebody wants another order. */
final class JournalProjection {

    private static final List<DataColumn<RunRow>> COLUMNS = RunRow.columns();
    private static final TableFilter<RunRow> FILTER = new TableFilter<>(fields(), flags());

    private JournalProjection() {}

    static JournalPage page(JournalQuery query, ZoneId zone) {
        var noted = query.noted();
        var notice = notice(noted);
        if (notice.isPresent()) {
            return new JournalPage(notice, List.of(), "", "", "");
        }
        var filter = FILTER.read(query.filter());
        var all = noted.runs().reversed().stream().map(run -> RunRow.of(run, zone)).toList();
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = NumberText.passing(rows.size(), all.size(), "change");
        return new JournalPage(notice, rows, count, filter.problem(), sum(all, noted));
    }

    private static Optional<ScreenNotice> notice(JournalState noted) {
        if (noted.problem() != null) {
            return Optional.of(ScreenNotice.failed(noted.problem()));
        }
        if (!noted.read()) {
            return Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the journal",
                    "Waiting for the disk.", ""));
        }
        return noted.runs().isEmpty()
                ? Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "Nothing was changed from this machine",
                        "Every change that is made or refused here is noted, with what became of it. Changes begin at "
                                + "Change in the inspector of a node or a pod.",
                        ""))
                : Optional.empty();
    }

    private static String sum(List<RunRow> all, JournalState noted) {
        var words = new StringBuilder(NumberText.of(all.size(), "change"));
        count(all, "done", "done", words);
        count(all, "failed", "went wrong", words);
        count(all, "refused", "refused", words);
        count(all, "running", "under way", words);
        count(all, "interrupted", "without an end", words);
        if (noted.damaged() > 0) {
            words.append("   ·   ").append(NumberText.of(noted.damaged(), "line")).append(" cannot be read");
        }
        return words.toString();
    }

    private static void count(List<RunRow> all, String result, String words, StringBuilder line) {
        long count = all.stream().filter(row -> row.run().result().equals(result)).count();
        if (count > 0) {
            line.append("   ·   ").append(NumberText.count(count)).append(' ').append(words);
        }
    }

    private static Map<String, ConditionField<RunRow>> fields() {
        return Map.of("at", ConditionField.text(RunRow::at), "result",
                ConditionField.text(row -> row.result() + " " + row.run().result()),
                "what", ConditionField.text(row -> row.run().begun().verb() + " " + row.words()), "cluster",
                ConditionField.text(row -> row.run().begun().place().context()), "as",
                ConditionField.text(row -> row.run().begun().place().user()), "object",
                ConditionField.texts(row -> row.run().begun().objects()), "leaves",
                ConditionField.text(RunRow::leaves));
    }

    private static Map<String, Predicate<RunRow>> flags() {
        return Map.of("done", such("done"), "failed", such("failed"), "refused", such("refused"), "open",
                such("interrupted").or(such("running")));
    }

    private static Predicate<RunRow> such(String result) {
        return row -> row.run().result().equals(result);
    }
}
