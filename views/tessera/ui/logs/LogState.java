package tessera.ui.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.logs.LogBuffer;
import tessera.logs.LogStatus;
import tessera.model.Problem;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;

/**
 * State of a log at a moment: lines, matches, container statuses.
 *
 * @param rows      the lines that are listed
 * @param matches   the lines that have what is sought; none where nothing is
 * @param indexing    whether not all lines were looked through yet
 * @param dropped   how many lines are no longer kept
 * @param statuses how it stands with each container
 */
record LogState(LogBuffer buffer, LogRows rows, Optional<LogRows.MatchingRows> matches, boolean indexing, long dropped,
        long lines, List<String> containers, List<LogStatus> statuses) {

    LogState {
        containers = List.copyOf(containers);
        statuses = List.copyOf(statuses);
    }

    /** Returns the notice in place of the lines, where there are none. */
    Optional<ScreenNotice> notice() {
        if (lines > 0) {
            return Optional.empty();
        }
        for (var standing : statuses) {
            if (standing instanceof LogStatus.LogRefused(var problem)) {
                return Optional.of(ScreenNotice.ofProblem(problem));
            }
        }
        for (var standing : statuses) {
            var notice = switch (standing) {
                case LogStatus.LogOpening _ ->
                    new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the log", "", "");
                case LogStatus.LogWaiting(var text) ->
                    new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "There is no log yet",
                            "It is read as soon as the container starts.", text);
                case LogStatus.LogInterrupted(var problem) -> retryNotice(problem);
                case LogStatus.LogStreaming _ ->
                    new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "Nothing was written yet",
                            "Lines appear here as they come.", "");
                case LogStatus.LogEnded(var text) ->
                    new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "The log is empty", text, "");
                case LogStatus.LogRefused _ -> null;
            };
            if (notice != null) {
                return Optional.of(notice);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a problem may go away without any action in this window. */
    static boolean isTemporary(Problem problem) {
        return switch (problem.kind()) {
            case FORBIDDEN, UNAUTHENTICATED, UNREACHABLE, TIMEOUT, OVERLOADED -> true;
            default -> false;
        };
    }

    /** Returns the notice of a refusal that is retried automatically. */
    static ScreenNotice retryNotice(Problem problem) {
        return ScreenNotice.ofProblem(problem).withSentence("It is tried again by itself.");
    }

    /** Returns the state in a few words. */
    String summaryText() {
        var parts = new ArrayList<String>();
        parts.add(NumberText.withNoun(lines, "line"));
        if (dropped > 0) {
            parts.add(NumberText.count(dropped) + " older ones dropped");
        }
        for (int position = 0; position < statuses.size(); position++) {
            var text = statusText(statuses.get(position));
            var named = statuses.size() > 1 && !text.isEmpty() ? containers.get(position) + ": " + text : text;
            if (!named.isEmpty() && !parts.contains(named)) {
                parts.add(named);
            }
        }
        return String.join(" · ", parts);
    }

    private static String statusText(LogStatus standing) {
        return switch (standing) {
            case LogStatus.LogOpening _ -> "opening";
            case LogStatus.LogStreaming _ -> "";
            case LogStatus.LogWaiting(var text) -> text;
            case LogStatus.LogInterrupted(var problem) -> "cut off: " + problem.headline() + "; it is tried again";
            case LogStatus.LogEnded(var text) -> text.isEmpty() ? "complete" : text;
            case LogStatus.LogRefused(var problem) -> problem.problemText();
        };
    }

    /** Returns whether there is a problem that a retry may solve at once. */
    boolean isTroubled() {
        return statuses.stream().anyMatch(
                standing -> standing instanceof LogStatus.LogInterrupted || standing instanceof LogStatus.LogRefused);
    }
}
