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
 * What there is to show of a log at a moment.
 *
 * @param rows      the lines that are listed
 * @param matches   the lines that have what is sought; none where nothing is
 * @param behind    whether not all lines were looked through yet
 * @param dropped   how many lines are no longer kept
 * @param standings how it stands with each container
 */
record LogState(LogBuffer buffer, LogRows rows, Optional<LogRows.MatchingRows> matches, boolean behind, long dropped,
        long lines, List<String> containers, List<LogStatus> standings) {

    LogState {
        containers = List.copyOf(containers);
        standings = List.copyOf(standings);
    }

    /** What is said in place of the lines, where there is none. */
    Optional<ScreenNotice> notice() {
        if (lines > 0) {
            return Optional.empty();
        }
        for (var standing : standings) {
            if (standing instanceof LogStatus.LogRefused(var why)) {
                return Optional.of(ScreenNotice.failed(why));
            }
        }
        for (var standing : standings) {
            var notice = switch (standing) {
                case LogStatus.LogOpening _ ->
                    new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the log", "", "");
                case LogStatus.LogWaiting(var words) ->
                    new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "There is no log yet",
                            "It is read as soon as the container starts.", words);
                case LogStatus.LogInterrupted(var why) -> insisting(why);
                case LogStatus.LogStreaming _ ->
                    new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "Nothing was written yet",
                            "Lines appear here as they come.", "");
                case LogStatus.LogEnded(var words) ->
                    new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "The log is empty", words, "");
                case LogStatus.LogRefused _ -> null;
            };
            if (notice != null) {
                return Optional.of(notice);
            }
        }
        return Optional.empty();
    }

    /** Whether it may be otherwise without anything that who looks does. */
    static boolean passes(Problem why) {
        return switch (why.kind()) {
            case FORBIDDEN, UNAUTHENTICATED, UNREACHABLE, TIMEOUT, OVERLOADED -> true;
            default -> false;
        };
    }

    /** A refusal that nobody has to do anything about but who grants rights. */
    static ScreenNotice insisting(Problem why) {
        return ScreenNotice.failed(why).adding("It is tried again by itself.");
    }

    /** How it stands, in a few words. */
    String words() {
        var parts = new ArrayList<String>();
        parts.add(NumberText.of(lines, "line"));
        if (dropped > 0) {
            parts.add(NumberText.count(dropped) + " older ones dropped");
        }
        for (int place = 0; place < standings.size(); place++) {
            var words = words(standings.get(place));
            var named = standings.size() > 1 && !words.isEmpty() ? containers.get(place) + ": " + words : words;
            if (!named.isEmpty() && !parts.contains(named)) {
                parts.add(named);
            }
        }
        return String.join(" · ", parts);
    }

    private static String words(LogStatus standing) {
        return switch (standing) {
            case LogStatus.LogOpening _ -> "opening";
            case LogStatus.LogStreaming _ -> "";
            case LogStatus.LogWaiting(var words) -> words;
            case LogStatus.LogInterrupted(var why) -> "cut off: " + why.headline() + "; it is tried again";
            case LogStatus.LogEnded(var words) -> words.isEmpty() ? "complete" : words;
            case LogStatus.LogRefused(var why) -> why.sentence();
        };
    }

    /** Whether something is wrong that must not be overlooked, and that may be over when it is tried again at once. */
    boolean troubled() {
        return standings.stream().anyMatch(
                standing -> standing instanceof LogStatus.LogInterrupted || standing instanceof LogStatus.LogRefused);
    }
}
